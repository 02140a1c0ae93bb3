import type { SqlEntityManager } from '@mikro-orm/sql';

import type { Clock } from '../base/clock.ts';
import { catchUp, type EventConsumer } from '../events/consumers.ts';
import { idText } from '../events/event-id.ts';
import { recordTag } from '../data/record.ts';
import { prepareQuery } from '../base/prepare-query.ts';
import { putDelivery } from './put.ts';

/** Makes a delivery of each event for each active webhook that wants its type. */
export const webhookConsumer: EventConsumer = {
  name: 'webhooks',
  tag: 'webhooks',
  async isNeeded(em) {
    return (await active(em, {})).length > 0;
  },
  async consume(tx, clock, events) {
    const webhooks = await active(tx, {});
    for (const { id, message } of events) {
      if (!message) continue;
      const { type, timestamp, data } = message;
      for (const webhook of webhooks.filter((one) => one.events.split(',').includes(type))) {
        await putDelivery(tx, clock, {
          webhookId: webhook.id,
          messageId: idText(id),
          type,
          subject: ('subscriberId' in data ? data.subscriberId : data.id) ?? '',
          data: JSON.stringify(data),
          happenedAt: timestamp,
        });
      }
    }
  },
};

/**
 * Changes webhooks in a transaction: events that were committed before are delivered by the former state. Concurrent
 * changes are serialized.
 */
export function changeWebhooks<T>(
  em: SqlEntityManager,
  clock: Clock,
  change: (tx: SqlEntityManager) => Promise<T>,
): Promise<T> {
  return em.fork().transactional(async (tx) => {
    await catchUp(tx, clock, webhookConsumer);
    recordTag(tx, 'webhooks');
    return change(tx);
  });
}

const active = prepareQuery((db) =>
  db.selectFrom('webhooks').select(['id', 'events']).where('active', '=', 1).orderBy('id'),
);
