import type { SqlEntityManager } from '@mikro-orm/sql';

import type { Section } from '../../entities/comment.ts';
import { kyselyOf } from '../../entities/kysely.ts';
import { timestamp, type Clock } from '../clock.ts';
import type { Services } from '../context.ts';
import { isSection } from '../comments/thread.ts';
import { putMail } from '../mail/put.ts';
import { newId } from '../new-id.ts';
import { putReplyMails, repliesTo } from './put.ts';

const DAY = 24 * 60 * 60_000;
/** Milliseconds within which an address gets one request for confirmation. */
const ONCE_IN = DAY;
/** How long a request for confirmation is valid, in milliseconds. A pending address is deleted then. */
export const CONFIRM_WITHIN = 7 * DAY;

/** Mails a request for confirmation to an address, unless it is confirmed or was asked within 24 hours. */
export async function askToConfirm(
  tx: SqlEntityManager,
  clock: Clock,
  { email, language }: { email: string; language: string },
): Promise<void> {
  const now = timestamp(clock);
  const earlier = timestamp(clock, -ONCE_IN);
  const pending = await kyselyOf(tx)
    .insertInto('reply_addresses')
    .values({ id: newId('ra', clock), email, state: 'pending', created_at: now, mailed_at: now })
    .onConflict((conflict) =>
      conflict
        .column('email')
        .doUpdateSet({ mailed_at: now })
        .where('reply_addresses.state', '=', 'pending')
        // A time in the future is of a clock that was set back.
        .where(({ or, eb }) =>
          or([eb('reply_addresses.mailed_at', '<=', earlier), eb('reply_addresses.mailed_at', '>', now)]),
        ),
    )
    .returning('id')
    .executeTakeFirst();
  if (!pending) return;
  const { id } = pending;
  await putMail(tx, clock, { type: 'reply.confirm', key: `${id}:${now}`, data: { address: id, language } });
}

/**
 * Confirms an address, and mails the replies that it has not received yet.
 *
 * @returns false if there is no address with this id
 */
export function confirmAddress({ em, clock }: Pick<Services, 'em' | 'clock'>, id: string): Promise<boolean> {
  return em.fork().transactional(async (tx) => {
    const db = kyselyOf(tx);
    const confirmed = await db
      .updateTable('reply_addresses')
      .set({ state: 'confirmed', confirmed_at: timestamp(clock) })
      .where('id', '=', id)
      .where('state', '=', 'pending')
      .returning('email')
      .executeTakeFirst();
    if (confirmed) {
      for (const { reply, answered } of await repliesTo(tx, confirmed.email)) {
        await putReplyMails(tx, clock, reply, answered);
      }
      return true;
    }
    const known = await db.selectFrom('reply_addresses').select('id').where('id', '=', id).executeTakeFirst();
    return known !== undefined;
  });
}

/** The comments whose replies are no longer mailed to an address: those of a thread, or all. */
export type EndScope = 'all' | Section | `post:${number}`;

export function isEndScope(text: string): text is EndScope {
  return text === 'all' || isSection(text) || /^post:\d{1,10}$/.test(text);
}

/** The scope of the thread of a comment. */
export function threadScope({ section, post_key }: { section: Section | null; post_key: number | null }): EndScope {
  return section ?? `post:${post_key ?? 0}`;
}

/** Deletes an address from the comments of a thread, or entirely. Does nothing if there is none. */
export function endReplies({ em }: Pick<Services, 'em'>, id: string, scope: EndScope): Promise<void> {
  return em.fork().transactional(async (tx) => {
    const known = await kyselyOf(tx)
      .selectFrom('reply_addresses')
      .select('email')
      .where('id', '=', id)
      .executeTakeFirst();
    if (!known) return;
    const comments = kyselyOf(tx)
      .updateTable('comments')
      .set({ email: null, email_language: null })
      .where('email', '=', known.email);
    if (scope === 'all') {
      await comments.execute();
      await kyselyOf(tx).deleteFrom('reply_addresses').where('id', '=', id).execute();
    } else if (isSection(scope)) {
      await comments.where('section', '=', scope).execute();
    } else {
      await comments.where('post_key', '=', Number(scope.slice('post:'.length))).execute();
    }
  });
}

/**
 * Deletes addresses that were not confirmed in time, from the comments too, and those whose comments are gone.
 * Addresses that an import kept stay.
 */
export function deleteUnneededAddresses(em: SqlEntityManager, clock: Clock): Promise<void> {
  const before = timestamp(clock, -CONFIRM_WITHIN);
  return em.transactional(async (tx) => {
    const db = kyselyOf(tx);
    const deleted = await db
      .deleteFrom('reply_addresses')
      .where('state', '=', 'pending')
      .where('mailed_at', '<', before)
      .returning('email')
      .execute();
    for (const { email } of deleted) {
      await db
        .updateTable('comments')
        .set({ email: null, email_language: null })
        .where('email', '=', email)
        .where('email_language', 'is not', null)
        .execute();
    }
    await db
      .deleteFrom('reply_addresses')
      .where('state', '=', 'confirmed')
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('comments')
              .select('key')
              .whereRef('comments.email', '=', 'reply_addresses.email')
              .where('comments.email_language', 'is not', null),
          ),
        ),
      )
      .execute();
  });
}
