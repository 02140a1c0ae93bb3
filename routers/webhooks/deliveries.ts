import { LockMode } from '@mikro-orm/core';

import { kyselyOf } from '../../entities/kysely.ts';
import { Webhook } from '../../entities/webhook.ts';
import { timestamp } from '../base/clock.ts';
import type { CallContext } from '../core/context.ts';
import { countRows } from '../data/count-rows.ts';
import { appError, webhookNotFound } from '../base/errors.ts';
import { newId } from '../base/new-id.ts';
import { putDelivery, putDeliveryJob, TEST_TYPE } from './put.ts';
import type { DeliveriesInput, DeliveryShape } from './schemas.ts';

/**
 * A page of the deliveries of a webhook, newest first.
 *
 * @throws NOT_FOUND
 */
export async function listDeliveries(
  { em }: CallContext,
  { id, page, pageSize }: DeliveriesInput,
): Promise<{ deliveries: DeliveryShape[]; total: number }> {
  const db = kyselyOf(em);
  const webhook = await db.selectFrom('webhooks').select('id').where('id', '=', id).executeTakeFirst();
  if (!webhook) throw webhookNotFound();
  const all = db.selectFrom('deliveries').where('webhook_id', '=', id);
  const deliveries = await all
    .select(columns)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  return { deliveries, total: await countRows(all) };
}

/**
 * Puts a test message for a webhook into the queue, also if it is switched off.
 *
 * @throws NOT_FOUND
 */
export function testWebhook({ em, clock }: CallContext, id: string): Promise<DeliveryShape> {
  return em.fork().transactional(async (tx) => {
    // Its lock prevents the webhook from being deleted in the meantime.
    const lock = { fields: ['id'], lockMode: LockMode.PESSIMISTIC_READ } as const;
    if (!(await tx.findOne(Webhook, { id }, lock))) throw webhookNotFound();
    const deliveryId = await putDelivery(tx, clock, {
      webhookId: id,
      messageId: newId('wd', clock),
      type: TEST_TYPE,
      subject: '',
      data: JSON.stringify({ id }),
      happenedAt: timestamp(clock),
    });
    return kyselyOf(tx).selectFrom('deliveries').select(columns).where('id', '=', deliveryId).executeTakeFirstOrThrow();
  });
}

/**
 * Sends a delivery again immediately, with the same message id. Its schedule of attempts begins again.
 *
 * @throws NOT_FOUND
 */
export function redeliver({ em, clock }: CallContext, webhookId: string, id: string): Promise<DeliveryShape> {
  return em.fork().transactional(async (tx) => {
    const delivery = await kyselyOf(tx)
      .updateTable('deliveries')
      .set({ state: 'waiting', attempts: 0, next_at: timestamp(clock) })
      .where('id', '=', id)
      .where('webhook_id', '=', webhookId)
      .returning(columns)
      .executeTakeFirst();
    if (!delivery) throw appError('NOT_FOUND', 'There is no delivery with this id.');
    await putDeliveryJob(tx, clock, { id, webhookId });
    return delivery;
  });
}

const columns = [
  'id',
  'message_id as messageId',
  'type',
  'subject',
  'happened_at as timestamp',
  'state',
  'attempts',
  'attempted_at as attemptedAt',
  'next_at as nextAt',
  'status',
  'duration',
  'answer',
  'error',
] as const;
