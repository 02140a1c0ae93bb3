import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../../entities/kysely.ts';
import type { Clock } from '../../base/clock.ts';
import { replyDigest } from '../reply-digest.ts';
import { MAX_DEPTH } from '../thread.ts';
import { putMail } from '../../mail/put.ts';
import { prepareQuery } from '../../base/prepare-query.ts';
import { sameHash } from '../../base/secrets.ts';

/** The key and the id of a comment. */
interface CommentKey {
  key: number;
  id: string;
}

/** A comment whose writer has left an address. */
export interface Answered {
  id: string;
  email: string;
}

/**
 * Puts the mails about a reply to the writers of these comments into the queue: one for each confirmed address, and
 * none to those that have got one before.
 */
export async function putReplyMails(
  tx: SqlEntityManager,
  clock: Clock,
  reply: CommentKey,
  answered: readonly Answered[],
): Promise<void> {
  for (const { id: own, email } of answered) {
    const address = await confirmedAddress(tx, email);
    if (address === null) continue;
    const isNew = await kyselyOf(tx)
      .insertInto('reply_mails')
      .values({ comment_key: reply.key, address_id: address })
      .onConflict((conflict) => conflict.doNothing())
      .returning('comment_key')
      .executeTakeFirst();
    if (!isNew) continue;
    const data = { reply: reply.id, own, address };
    await putMail(tx, clock, { type: 'reply', key: `${reply.id}:${address}`, data });
  }
}

/** Locks the address: while it is being confirmed, either it is found here, or its confirmation finds the reply. */
async function confirmedAddress(tx: SqlEntityManager, email: string): Promise<string | null> {
  const address = await kyselyOf(tx)
    .updateTable('reply_addresses')
    .set(({ ref }) => ({ state: ref('state') }))
    .where('email', '=', email)
    .returning(['id', 'state'])
    .executeTakeFirst();
  return address?.state === 'confirmed' ? address.id : null;
}

/** A comment with its address, and with those above it. */
export const commentWithAddresses = prepareQuery((db, { id }: { id: string }) =>
  db
    .selectFrom('comments')
    .leftJoin('comments as parents', 'parents.key', 'comments.parent_key')
    .leftJoin('comments as above', 'above.key', 'parents.parent_key')
    .select(['comments.key', 'comments.id', 'comments.status', 'comments.held_because'])
    .select(['comments.own_above', 'comments.email', 'comments.email_language'])
    .select(['parents.id as parent_id', 'parents.email as parent_email', 'parents.email_language as parent_language'])
    .select(['above.id as above_id', 'above.email as above_email', 'above.email_language as above_language'])
    .where('comments.id', '=', id),
);

type WithAddresses = Awaited<ReturnType<typeof commentWithAddresses>>[number];

/**
 * The comments above a reply, the nearest first, except those by its own writer and those whose address an import kept.
 */
export function findAnsweredWriters(reply: WithAddresses): Answered[] {
  const { own_above: own, parent_id, parent_email, above_id, above_email } = reply;
  const above = [
    { isOwn: (own & 1) > 0, id: parent_id, email: parent_email, language: reply.parent_language },
    { isOwn: (own & 2) > 0, id: above_id, email: above_email, language: reply.above_language },
  ];
  return above.flatMap(({ isOwn, id, email, language }) =>
    isOwn || id === null || email === null || language === null || email === reply.email ? [] : [{ id, email }],
  );
}

/** A reply with the comments that it answers. */
interface Reply {
  reply: CommentKey;
  answered: Answered[];
}

/** The approved replies by others to the comments with this address, each with its comment, the oldest first. */
export async function repliesTo(tx: SqlEntityManager, email: string): Promise<Reply[]> {
  // If the same writer also wrote a comment above, the mail is about the comment beside the reply, as it is at once.
  const replies = [...(await repliesBeside(tx, email)), ...(await repliesBelow(tx, email))];
  return replies.toSorted((a, b) => a.reply.key - b.reply.key);
}

async function repliesBelow(tx: SqlEntityManager, email: string): Promise<Reply[]> {
  const rows = await kyselyOf(tx)
    .selectFrom('comments')
    .innerJoin('comments as parents', 'parents.key', 'comments.parent_key')
    .leftJoin('comments as above', 'above.key', 'parents.parent_key')
    .select(['comments.key', 'comments.id', 'comments.status', 'comments.held_because'])
    .select(['comments.own_above', 'comments.email', 'comments.email_language'])
    .select(['parents.id as parent_id', 'parents.email as parent_email', 'parents.email_language as parent_language'])
    .select(['above.id as above_id', 'above.email as above_email', 'above.email_language as above_language'])
    .where('comments.status', '=', 'approved')
    .where(({ or, eb }) => or([eb('parents.email', '=', email), eb('above.email', '=', email)]))
    .orderBy('comments.key')
    .execute();
  return rows.map((row) => ({ reply: row, answered: findAnsweredWriters(row).filter((one) => one.email === email) }));
}

/** The replies of the owner to comments of the deepest level, beside which they are. */
async function repliesBeside(tx: SqlEntityManager, email: string): Promise<Reply[]> {
  const rows = await kyselyOf(tx)
    .selectFrom('comments as answered')
    .innerJoin('comments', 'comments.parent_key', 'answered.parent_key')
    .select(['comments.key', 'comments.id', 'comments.content', 'comments.digest', 'answered.id as answered_id'])
    .where('answered.email', '=', email)
    .where('answered.email_language', 'is not', null)
    .where('answered.depth', '=', MAX_DEPTH)
    .where('comments.owner', '=', 1)
    .where('comments.status', '=', 'approved')
    .execute();
  return rows
    .filter(
      ({ answered_id, content, digest }) => digest !== null && sameHash(digest, replyDigest(answered_id, content)),
    )
    .map(({ key, id, answered_id }) => ({ reply: { key, id }, answered: [{ id: answered_id, email }] }));
}
