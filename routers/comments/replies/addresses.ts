import { SqlitePlatform, type SqlEntityManager } from '@mikro-orm/sql';
import type { ExpressionBuilder } from 'kysely';

import type { Section } from '../../../entities/comment.ts';
import type { Tables } from '../../../entities/index.ts';
import { kyselyOf } from '../../../entities/kysely.ts';
import { timestamp, type Clock } from '../../base/clock.ts';
import { forgetErased } from '../../mail/confirmations/erased.ts';
import { mailboxHashes } from '../../mail/confirmations/mailbox-hash.ts';
import type { Services } from '../../core/context.ts';
import { isSection } from '../thread.ts';
import { putReplyMails, repliesTo } from './put.ts';

/** Addresses that are deleted at once; the others follow with the next housekeeping. */
const AT_ONCE = 1000;
const DAY = 24 * 60 * 60_000;
/** How long a request for confirmation is valid, in milliseconds. A pending address is deleted then. */
export const CONFIRM_WITHIN = 7 * DAY;

/** Whether an address is pending or confirmed. */
export async function isKnown(em: SqlEntityManager, email: string): Promise<boolean> {
  const known = await kyselyOf(em)
    .selectFrom('reply_addresses')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirst();
  return known !== undefined;
}

/**
 * Confirms an address, and mails the replies that it has not received yet.
 *
 * @returns false if there is no address with this id
 */
export async function confirmAddress(ctx: Pick<Services, 'em' | 'clock'>, id: string): Promise<boolean> {
  const { em, clock } = ctx;
  const { mailbox } = await mailboxHashes(ctx);
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
      await forgetErased(tx, mailbox(confirmed.email));
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
    const confirmed = db.selectFrom('reply_addresses').select('id').where('state', '=', 'confirmed');
    const found = confirmed.where(isUnused).limit(AT_ONCE);
    const unused = await (tx.getPlatform() instanceof SqlitePlatform ? found : found.forUpdate()).execute();
    if (unused.length === 0) return;
    const ids = unused.map(({ id }) => id);
    // Looked at again under the lock: its writer may have commented in the meantime.
    await db.deleteFrom('reply_addresses').where('id', 'in', ids).where(isUnused).execute();
  });
}

/** The condition of addresses that no comment has. */
function isUnused({ not, exists, selectFrom }: ExpressionBuilder<Tables, 'reply_addresses'>) {
  const comments = selectFrom('comments').select('key').whereRef('comments.email', '=', 'reply_addresses.email');
  return not(exists(comments.where('comments.email_language', 'is not', null)));
}
