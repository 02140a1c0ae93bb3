import type { SqlEntityManager } from '@mikro-orm/sql';
import { sql } from 'kysely';

import { kyselyOf } from '../../entities/kysely.ts';
import { timestamp, type Clock } from '../base/clock.ts';
import { recordTag } from '../data/record.ts';
import { whereHeld, type HeldJob } from '../data/held.ts';
import { dropLane } from '../data/queue.ts';
import { changeWebhooks } from './consumer.ts';
import { dropDeliveryJob, putDeliveryJob, TEST_TYPE } from './put.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** The pauses after failed attempts in milliseconds, by the Standard Webhooks specification. */
const PAUSES = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR];
/** How long all attempts of a webhook fail before it is switched off, in milliseconds. */
const MAX_FAILING = 5 * DAY;
/** How long deliveries are kept in milliseconds. */
const KEPT = 30 * DAY;
/** The status of a receiver that wants no further deliveries. */
const GONE = 410;

/** A delivery that a job sends. */
export interface WaitingDelivery {
  id: string;
  webhookId: string;
  url: string;
  messageId: string;
  type: string;
  data: string;
  happenedAt: string;
  attempts: number;
  nextAt: string | null;
}

/** How an attempt ended. */
export interface Outcome {
  /** Null if there was no response. */
  status: number | null;
  /** In milliseconds. */
  duration: number;
  /** The beginning of the response. */
  answer: string | null;
  /** Why it failed; null if it succeeded. */
  error: string | null;
}

/** The state of a delivery after an attempt. */
export type Settled = 'delivered' | 'retried' | 'failed';

/** A delivery that waits; undefined if it was settled or deleted. */
export function waitingDelivery(em: SqlEntityManager, id: string): Promise<WaitingDelivery | undefined> {
  return kyselyOf(em)
    .selectFrom('deliveries')
    .innerJoin('webhooks', 'webhooks.id', 'deliveries.webhook_id')
    .select(['deliveries.id', 'webhook_id as webhookId', 'url', 'message_id as messageId', 'type', 'data'])
    .select(['happened_at as happenedAt', 'attempts', 'next_at as nextAt'])
    .where('deliveries.id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
}

/**
 * Stores the outcome of an attempt, with the job of the next one. The owner may have changed the URL of the webhook
 * during the attempt: then the outcome says nothing about the webhook.
 *
 * @param job whose run made the attempt; if another instance has taken it, the delivery stays as it is
 */
export async function settleDelivery(
  em: SqlEntityManager,
  clock: Clock,
  delivery: WaitingDelivery,
  outcome: Outcome,
  job: HeldJob,
): Promise<Settled> {
  const isTest = delivery.type === TEST_TYPE;
  const isGone = outcome.status === GONE && !isTest && (await hasUrl(em, delivery));
  const pause = isTest || isGone ? undefined : PAUSES[delivery.attempts];
  const isDone = outcome.error === null;
  const nextAt = isDone || pause === undefined ? null : timestamp(clock, pause);
  const failingSince = await em.transactional(async (tx) => {
    // The webhook first, as in every transaction that changes both, so that they do not deadlock.
    const since = await (isDone || isTest ? noteSuccess(tx, delivery, isDone) : noteFailure(tx, clock, delivery));
    await storeOutcome(tx, clock, delivery, { ...outcome, nextAt, job });
    return since;
  });
  const isFailing = failingSince !== null && clock.now() - Date.parse(failingSince) >= MAX_FAILING;
  if (isGone || isFailing) await switchOff(em, clock, delivery, isGone ? 'gone' : 'failing');
  return isDone ? 'delivered' : nextAt === null ? 'failed' : 'retried';
}

async function hasUrl(em: SqlEntityManager, { webhookId, url }: WaitingDelivery): Promise<boolean> {
  const webhooks = kyselyOf(em).selectFrom('webhooks').select('id').where('id', '=', webhookId);
  return (await webhooks.where('url', '=', url).executeTakeFirst()) !== undefined;
}

async function storeOutcome(
  tx: SqlEntityManager,
  clock: Clock,
  { id, webhookId, data, attempts, nextAt: wasDueAt }: WaitingDelivery,
  { nextAt, job, ...outcome }: Outcome & { nextAt: string | null; job: HeldJob },
): Promise<void> {
  const state = outcome.error === null ? 'delivered' : nextAt === null ? 'failed' : 'waiting';
  const { numUpdatedRows } = await kyselyOf(tx)
    .updateTable('deliveries')
    .set({
      ...outcome,
      // The receiver may have answered with a text that was deleted during the attempt.
      answer: sql<string | null>`case when data = ${data} then ${outcome.answer} end`,
      state,
      attempts: attempts + 1,
      attempted_at: timestamp(clock),
      next_at: nextAt,
    })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('attempts', '=', attempts)
    .where('next_at', 'is not distinct from', wasDueAt)
    .where(({ exists, selectFrom }) => exists(selectFrom('jobs').select('jobs.id').where(whereHeld(job))))
    .executeTakeFirstOrThrow();
  // The webhook was switched off during the attempt, the delivery was put into the queue again, or another instance has
  // its job.
  if (numUpdatedRows === 0n) return;
  if (nextAt !== null) await putDeliveryJob(tx, clock, { id, webhookId, runAt: nextAt });
  else await dropDeliveryJob(tx, id);
  recordTag(tx, 'jobs.ended');
}

/** A failed test says nothing about the events. */
async function noteSuccess(tx: SqlEntityManager, { webhookId, url }: WaitingDelivery, isDone: boolean): Promise<null> {
  if (!isDone) return null;
  await kyselyOf(tx)
    .updateTable('webhooks')
    .set({ failing_since: null })
    .where('id', '=', webhookId)
    .where('url', '=', url)
    .where('failing_since', 'is not', null)
    .execute();
  return null;
}

/** @returns since when an active webhook has been failing */
async function noteFailure(
  tx: SqlEntityManager,
  clock: Clock,
  { webhookId, url }: WaitingDelivery,
): Promise<string | null> {
  const webhook = await kyselyOf(tx)
    .updateTable('webhooks')
    .set({ failing_since: sql<string>`coalesce(failing_since, ${timestamp(clock)})` })
    .where('id', '=', webhookId)
    .where('url', '=', url)
    .where('active', '=', 1)
    .returning('failing_since')
    .executeTakeFirst();
  return webhook?.failing_since ?? null;
}

async function switchOff(
  em: SqlEntityManager,
  clock: Clock,
  { webhookId, url }: WaitingDelivery,
  because: 'gone' | 'failing',
): Promise<void> {
  await changeWebhooks(em, clock, async (tx) => {
    const { numUpdatedRows } = await kyselyOf(tx)
      .updateTable('webhooks')
      .set({ active: 0, disabled_at: timestamp(clock), disabled_because: because })
      .where('id', '=', webhookId)
      .where('url', '=', url)
      .where('active', '=', 1)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows > 0n) await cancelDeliveries(tx, webhookId);
  });
}

/** Gives the waiting deliveries of a webhook up, because it is switched off. They can be sent again one by one. */
export async function cancelDeliveries(tx: SqlEntityManager, webhookId: string): Promise<void> {
  await kyselyOf(tx)
    .updateTable('deliveries')
    .set({ state: 'failed', next_at: null, error: 'The webhook was switched off.' })
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'waiting')
    .execute();
  await dropLane(tx, webhookId);
}

/** Deletes deliveries that are older than 30 days. */
export async function deleteOldDeliveries(em: SqlEntityManager, clock: Clock): Promise<void> {
  await kyselyOf(em)
    .deleteFrom('deliveries')
    .where('created_at', '<', timestamp(clock, -KEPT))
    .where('state', '!=', 'waiting')
    .execute();
}
