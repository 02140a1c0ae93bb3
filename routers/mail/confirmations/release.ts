import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../../entities/kysely.ts';
import type { Clock } from '../../base/clock.ts';
import type { Services } from '../../core/context.ts';
import { putJob } from '../../data/queue.ts';
import { putMail } from '../put.ts';
import { pendingReplyAddress } from './pending-reply.ts';
import { pendingSubscriber } from './pending-subscriber.ts';
import { dropExpired } from './dropped.ts';
import { freePlaces, nextInLine, type NextInLine } from './waiting-line.ts';
import { currentTime, DAY, HOUR, LOOK_EVERY, isoTime, window } from './time.ts';

/** The kind of the job that sends the confirmations that wait; there is one. */
export const CONFIRMATIONS_JOB = 'confirmations';

/** How each purpose stores the address as pending, and which mail it gets; null: it needs none any more. */
const purposes = { subscriber: pendingSubscriber, reply: pendingReplyAddress };

/**
 * Sends the confirmations whose turn it is, and plans the next run if some must wait.
 *
 * @param tx holds the lock of `lockConfirmations`
 */
export async function releaseConfirmations(
  tx: SqlEntityManager,
  { clock, policy }: Pick<Services, 'clock' | 'policy'>,
): Promise<void> {
  const now = await currentTime(tx, clock);
  await dropExpired(tx, now);
  const places = await freePlaces(tx, now, policy.mailConfirmations);
  const next = places === 0 ? [] : await nextInLine(tx, now, places);
  for (const request of next) await send(tx, clock, { ...request, now });
  await planNext(tx, clock, now);
}

async function send(
  tx: SqlEntityManager,
  clock: Clock,
  { id, purpose, email, language, now }: NextInLine & { now: number },
): Promise<void> {
  const db = kyselyOf(tx);
  const sent_at = isoTime(now);
  const mail = await purposes[purpose](tx, clock, { email, language, now: sent_at, earlier: isoTime(now - DAY) });
  if (!mail) {
    await db.deleteFrom('confirmations').where('id', '=', id).execute();
    return;
  }
  await putMail(tx, clock, mail);
  await db.updateTable('confirmations').set({ email: null, sent_at }).where('id', '=', id).execute();
}

/** Plans the next run for the time when a place of the hour becomes free, or soon: a mailbox may be free again. */
export async function planNext(tx: SqlEntityManager, clock: Clock, now: number): Promise<void> {
  const db = kyselyOf(tx);
  const waiting = await db
    .selectFrom('confirmations')
    .select('id')
    .where('sent_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (!waiting) return;
  const first = await db
    .selectFrom('confirmations')
    .select(({ fn }) => fn.min<string | null>('sent_at').as('at'))
    .where('sent_at', '>', window(now, HOUR).after)
    .executeTakeFirstOrThrow();
  const free = first.at === null ? Infinity : Date.parse(first.at) + HOUR + 1;
  const runAt = isoTime(Math.min(Math.max(now, free), now + LOOK_EVERY));
  await putJob(tx, clock, { kind: CONFIRMATIONS_JOB, data: {}, key: CONFIRMATIONS_JOB, runAt });
}
