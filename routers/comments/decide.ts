import { LockMode } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/sql';

import { Comment } from '../../entities/comment.ts';
import { kyselyOf } from '../../entities/kysely.ts';
import { timestamp, type Clock } from '../base/clock.ts';
import { recordDeleted } from './announce.ts';
import { recordTag } from '../data/record.ts';
import { learn, type Kind } from './spam-filter/learned.ts';
import { unindexed } from '../data/unindexed.ts';

/**
 * Declares comments to be spam: they are pending, and the filter learns them. For consumers of events, comments that
 * had an event count as deleted.
 *
 * @param tx a transaction
 * @returns the number of comments that were not spam before
 */
export async function declareSpam(tx: SqlEntityManager, clock: Clock, ids: readonly string[]): Promise<number> {
  const comments = await tx.find(Comment, { id: { $in: [...ids] } }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  const found = comments.filter(({ status, verdict }) => status === 'approved' || verdict !== 'spam');
  if (found.length === 0) return 0;
  await recordDeleted(tx, clock, found);
  for (const comment of found) tx.assign(comment, { status: 'pending', heldBecause: 'suspicious', verdict: 'spam' });
  await tx.flush();
  const spam_since = timestamp(clock);
  // Comments from before the filter have nothing yet that could remember what was learned of them.
  const nothing = { score: 0, reasons: '[]', ip_hash: '', name_hash: '' };
  await kyselyOf(tx)
    .insertInto('comment_checks')
    .values(found.map(({ key }) => ({ comment_key: key, ...nothing, spam_since })))
    .onConflict((conflict) => conflict.column('comment_key').doUpdateSet({ spam_since }))
    .execute();
  await learnDecision(tx, ids, 'spam');
  return found.length;
}

/**
 * Unmarks comments as spam: they are pending, held by the administrator.
 *
 * @returns the number of comments that were spam
 */
export async function holdSpam(tx: SqlEntityManager, ids: readonly string[]): Promise<number> {
  recordTag(tx, 'moderation');
  const { numUpdatedRows } = await kyselyOf(tx)
    .updateTable('comments')
    .set({ verdict: 'held', held_because: 'administrator' })
    .where('id', 'in', ids)
    .where(unindexed('status'), '=', 'pending')
    .where(unindexed('verdict'), '=', 'spam')
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) await learnDecision(tx, ids, null);
  return Number(numUpdatedRows);
}

/** Changes the text of a comment. If the filter has learned it, it learns the new text in place of the former one. */
export async function relearn(tx: SqlEntityManager, id: string, change: () => Promise<void>): Promise<void> {
  const check = await kyselyOf(tx)
    .selectFrom('comment_checks')
    .innerJoin('comments', 'comments.key', 'comment_checks.comment_key')
    .select('comment_checks.learned')
    .where('comments.id', '=', id)
    .executeTakeFirst();
  await learnDecision(tx, [id], null);
  await change();
  await learnDecision(tx, [id], check?.learned ?? null);
}

/**
 * Learns comments that the filter has checked.
 *
 * @param tx has locked them, so that nothing is learned twice
 * @param kind null forgets what was learned of them
 */
export async function learnDecision(tx: SqlEntityManager, ids: readonly string[], kind: Kind | null): Promise<void> {
  const comments = await kyselyOf(tx)
    .selectFrom('comments')
    .innerJoin('comment_checks', 'comment_checks.comment_key', 'comments.key')
    .select(['comments.key', 'comments.author', 'comments.content', 'comment_checks.learned'])
    .where('comments.id', 'in', ids)
    .orderBy('comments.key')
    .execute();
  await learn(tx, comments, kind);
}
