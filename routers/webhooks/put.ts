import type { SqlEntityManager } from '@mikro-orm/sql';

import { timestamp, type Clock } from '../base/clock.ts';
import { dropJobs, putJob } from '../data/queue.ts';
import { newId } from '../base/new-id.ts';
import { prepareQuery } from '../base/prepare-query.ts';

/** The kind of the jobs that send deliveries. Its lanes are the webhooks. */
export const DELIVERY_JOB = 'webhook';

/** The type of the message that `webhooks.test` sends. No event has it. */
export const TEST_TYPE = 'webhook.test';

interface NewDelivery {
  webhookId: string;
  messageId: string;
  type: string;
  subject: string;
  /** JSON. */
  data: string;
  happenedAt: string;
}

/** Adds a delivery and its job, due immediately. @returns its id */
export async function putDelivery(tx: SqlEntityManager, clock: Clock, delivery: NewDelivery): Promise<string> {
  const id = newId('wd', clock);
  await insert(tx, { ...delivery, id, now: timestamp(clock) });
  await putDeliveryJob(tx, clock, { id, webhookId: delivery.webhookId });
  return id;
}

/** Adds the job of a delivery, or replaces it. @param runAt ISO 8601 in UTC; default: immediately */
export async function putDeliveryJob(
  tx: SqlEntityManager,
  clock: Clock,
  { id, webhookId, runAt }: { id: string; webhookId: string; runAt?: string },
): Promise<void> {
  await putJob(tx, clock, {
    kind: DELIVERY_JOB,
    data: { delivery: id },
    key: jobKey(id),
    lane: webhookId,
    ...(runAt !== undefined && { runAt }),
  });
}

/** Deletes the job of a delivery. */
export async function dropDeliveryJob(tx: SqlEntityManager, id: string): Promise<void> {
  await dropJobs(tx, [jobKey(id)]);
}

function jobKey(id: string): string {
  return `${DELIVERY_JOB}:${id}`;
}

const insert = prepareQuery(
  (db, { id, webhookId, messageId, type, subject, data, happenedAt, now }: NewDelivery & { id: string; now: string }) =>
    db.insertInto('deliveries').values({
      id,
      webhook_id: webhookId,
      message_id: messageId,
      type,
      subject,
      data,
      happened_at: happenedAt,
      state: 'waiting',
      attempts: 0,
      next_at: now,
      created_at: now,
    }),
);
