import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../entities/kysely.ts';
import { timestamp, type Clock } from '../base/clock.ts';

/** A mail of a mailing that is due. */
export interface DueMail {
  mailingId: string;
  postKey: number;
  subscriber: { id: string; email: string; language: string; refusals: number };
  /** The position of the mailing. */
  position: string;
  /** The number of earlier attempts, of a mail that the server did not take yet; null: there was none. */
  retries: number | null;
}

/** The next task: a mail, a wait until a time (ISO 8601), or none (null). */
export type NextMail = DueMail | { waitUntil: string } | null;

/**
 * Finds the mail that is sent next: one that is sent again, or that of the oldest mailing. Ends mailings that are done,
 * and those whose post is no longer public.
 */
export async function nextMail(em: SqlEntityManager, clock: Clock): Promise<NextMail> {
  await cancelHidden(em, clock);
  const retry = await nextRetry(em, clock);
  if (retry && 'mailingId' in retry) return retry;
  for (const mailing of await sendingMailings(em)) {
    const { id: mailingId, postKey, position } = mailing;
    const subscriber = await subscriberAfter(em, mailing);
    if (subscriber) return { mailingId, postKey, position, subscriber, retries: null };
    await endMailing(em, clock, mailingId);
  }
  return retry;
}

/** When the last attempt of any mailing was made; null if there was none. */
export async function lastAttempt(em: SqlEntityManager): Promise<string | null> {
  const last = kyselyOf(em)
    .selectFrom('mailings')
    .select(({ fn }) => fn.max<string | null>('attempted_at').as('at'));
  return (await last.executeTakeFirstOrThrow()).at;
}

async function cancelHidden(em: SqlEntityManager, clock: Clock): Promise<void> {
  const now = timestamp(clock);
  await kyselyOf(em)
    .updateTable('mailings')
    .set({ state: 'cancelled', ended_at: now, problem: null })
    .where('state', '=', 'sending')
    .where('post_key', 'in', ({ selectFrom }) =>
      selectFrom('posts')
        .select('posts.key')
        .where(({ or, eb }) => or([eb('status', '!=', 'published'), eb('publish_at', '>', now)]))
        .where('posts.key', 'in', (inner) =>
          inner.selectFrom('mailings as sending').select('sending.post_key').where('sending.state', '=', 'sending'),
        ),
    )
    .execute();
}

async function nextRetry(em: SqlEntityManager, clock: Clock): Promise<NextMail> {
  const row = await kyselyOf(em)
    .selectFrom('mailing_retries')
    .innerJoin('mailings', 'mailings.id', 'mailing_retries.mailing_id')
    .innerJoin('subscribers', 'subscribers.id', 'mailing_retries.subscriber_id')
    .select(['mailings.id as mailingId', 'post_key as postKey', 'position', 'attempts', 'next_at as nextAt'])
    .select(['subscribers.id', 'email', 'language', 'refusals'])
    .where('mailings.state', '=', 'sending')
    .orderBy('next_at')
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  const { mailingId, postKey, position, attempts, nextAt, ...subscriber } = row;
  if (nextAt > timestamp(clock)) return { waitUntil: nextAt };
  return { mailingId, postKey, position, subscriber, retries: attempts };
}

function sendingMailings(em: SqlEntityManager) {
  return kyselyOf(em)
    .selectFrom('mailings')
    .select(['id', 'post_key as postKey', 'position', 'last_id as lastId'])
    .where('state', '=', 'sending')
    .orderBy('started_at')
    .orderBy('id')
    .execute();
}

function subscriberAfter(em: SqlEntityManager, { position, lastId }: { position: string; lastId: string }) {
  return kyselyOf(em)
    .selectFrom('subscribers')
    .select(['id', 'email', 'language', 'refusals'])
    .where('state', '=', 'confirmed')
    .where('id', '>', position)
    .where('id', '<=', lastId)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/** Unless some of its mails are sent later. */
async function endMailing(em: SqlEntityManager, clock: Clock, id: string): Promise<void> {
  await kyselyOf(em)
    .updateTable('mailings')
    .set({ state: 'sent', ended_at: timestamp(clock), problem: null })
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('mailing_retries').select('mailing_id').where('mailing_id', '=', id))),
    )
    .execute();
}
