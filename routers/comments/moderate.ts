import { LockMode } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/sql';

import { Comment, type CommentStatus, type HeldBecause } from '../../entities/comment.ts';
import { kyselyOf } from '../../entities/kysely.ts';
import { isWithdrawn } from '../../shared/withdrawn.ts';
import { assertExpected, MAX_BULK, type BulkOutcome } from '../data/bulk.ts';
import type { Clock } from '../base/clock.ts';
import type { CallContext } from '../core/context.ts';
import { commentNotFound, fieldError } from '../base/errors.ts';
import { approveComments, recordApproved } from './announce.ts';
import { dropDeed, noteObject } from '../data/audit.ts';
import { recordTag } from '../data/record.ts';
import { longTransaction, transactionOf } from '../data/long-transaction.ts';
import { prepareQuery } from '../base/prepare-query.ts';
import { declareSpam, holdSpam, learnDecision, relearn } from './decide.ts';
import { decidedVerdict, decidedVerdictColumn, isSpam } from './spam-filter/verdict.ts';
import { countAfter, idsAfter } from './read-all.ts';
import { getModerated } from './read.ts';
import { lockComments, removeComments } from './remove.ts';
import { visibleIds } from './seen.ts';
import type { CommentShape } from './answers.ts';
import type { BulkInput, ModerateInput } from './schemas.ts';
import type { ModerationState } from './initial-state.ts';
import { flushUnique, textFields } from './submit.ts';
import { unindexed } from '../data/unindexed.ts';

/**
 * Changes any comment for the administrator.
 *
 * @throws NOT_FOUND, DUPLICATE_COMMENT, BAD_REQUEST for a text of the empty place of a deleted comment
 */
export async function moderateComment(ctx: CallContext, input: ModerateInput): Promise<CommentShape> {
  const { id, content, status, ...flags } = input;
  const thread = await ctx.em.fork().transactional(async (tx) => {
    const comment = await tx.findOne(Comment, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!comment || (await visibleIds(ctx, tx, [id])).length === 0) throw commentNotFound();
    if (content !== undefined && isWithdrawn(comment)) {
      throw fieldError('content', '"content" cannot be set: the author has deleted this comment.');
    }
    const wasSpam = isSpam(comment);
    // A pending comment keeps its reason, unless it was spam.
    const changed = status === 'spam' || status === comment.status ? null : (status ?? null);
    const change = (): Promise<void> => {
      tx.assign(comment, {
        ...flags,
        ...(content !== undefined && textFields(comment.author, content)),
        ...(changed && { ...stateFor(changed), verdict: decidedVerdict(comment.verdict) }),
      });
      return flushUnique(tx);
    };
    await (content === undefined || content === comment.content ? change() : relearn(tx, id, change));
    if (changed === 'approved') await recordApproved(tx, ctx.clock, [id]);
    else recordTag(tx, 'moderation');
    if (status === 'spam') await declareSpam(tx, ctx.clock, [id]);
    else if (status === 'pending' && wasSpam) await holdSpam(tx, [id]);
    else if (changed) await learnDecision(tx, [id], changed === 'approved' ? 'good' : null);
    const section = comment.section ?? null;
    if (section !== null) return { id: section, section, postKey: null };
    const postKey = comment.post!.key;
    const [post] = await findPlace(tx, { key: postKey });
    const { slug, address, site } = post!;
    return { id: slug, section, postKey, ...(address !== null && site !== null && { page: { url: address, site } }) };
  });
  return getModerated(ctx, thread, id);
}

/**
 * Deletes a comment with all its replies.
 *
 * @returns the number of deleted comments
 * @throws NOT_FOUND
 */
export async function deleteComment(ctx: CallContext, id: string): Promise<number> {
  return longTransaction(ctx.em, async (tx) => {
    const deleted = await removeComments(tx, ctx.clock, await visibleIds(ctx, tx, [id]));
    if (deleted === 0) throw commentNotFound();
    return deleted;
  });
}

/**
 * Approves, unapproves, holds or deletes many comments in one transaction: those with the ids, ignoring unknown ones,
 * or the next 200 that match a filter.
 *
 * @throws PRECONDITION_FAILED when another number of comments matches
 */
export async function moderateMany(ctx: CallContext, input: BulkInput): Promise<BulkOutcome> {
  const { action, filter, expected, after = '' } = input;
  // A filter may search all texts.
  const isLong = filter !== undefined || action === 'delete' || action === 'spam';
  return transactionOf(ctx.em, isLong, async (tx) => {
    if (!filter) {
      const locked = new Set((await lockComments(tx, input.ids ?? [])).map(({ id }) => id));
      const known = (input.ids ?? []).filter((id) => locked.has(id));
      return { changed: await decideOn(ctx, tx, action, await visibleIds(ctx, tx, known)) };
    }
    const ids = await idsAfter(ctx, tx, filter, after, MAX_BULK);
    await lockComments(tx, ids);
    // Counted last: one that came or was decided on in the meantime changes the number.
    assertExpected('comments', await countAfter(ctx, tx, filter, after), expected);
    const last = ids.at(-1);
    if (last === undefined) return { changed: 0, left: 0 };
    const changed = await decideOn(ctx, tx, action, ids);
    // Counted again, because the deletion may have deleted later replies too.
    const left = await countAfter(ctx, tx, filter, last);
    return { changed, left, ...(left > 0 && { after: last }) };
  });
}

/** @returns the number of changed comments */
async function decideOn(
  { clock }: CallContext,
  tx: SqlEntityManager,
  action: BulkInput['action'],
  ids: string[],
): Promise<number> {
  ids.forEach((id) => noteObject(id));
  const changed = ids.length === 0 ? 0 : await decide(tx, clock, action, ids);
  if (changed === 0) dropDeed();
  return changed;
}

async function decide(tx: SqlEntityManager, clock: Clock, action: BulkInput['action'], ids: string[]): Promise<number> {
  if (action === 'delete') return removeComments(tx, clock, ids);
  if (action === 'spam') return declareSpam(tx, clock, ids);
  // One statement: 200 comments take 5 ms of CPU time instead of 17 ms when loaded as entities.
  const change = async (): Promise<number> => {
    if (action === 'approve') return approveComments(tx, clock, ids);
    recordTag(tx, 'moderation');
    if (action === 'unapprove') return holdApproved(tx, ids, { keepsReason: true });
    return (await holdSpam(tx, ids)) + (await holdApproved(tx, ids, { keepsReason: false }));
  };
  const changed = await change();
  await learnDecision(tx, ids, action === 'approve' ? 'good' : null);
  return changed;
}

const findPlace = prepareQuery((db, { key }: { key: number }) =>
  db
    .selectFrom('posts')
    .leftJoin('threads', 'threads.post_key', 'posts.key')
    .select(['posts.slug', 'threads.address', 'threads.site'])
    .where('posts.key', '=', key),
);

/** An approved comment keeps its reason, in case the approval is undone. */
function stateFor(status: CommentStatus): Partial<ModerationState> {
  return status === 'approved' ? { status } : { status, heldBecause: 'administrator' };
}

/** Makes approved comments pending again, held by the administrator or for the reason they had before. */
async function holdApproved(
  tx: SqlEntityManager,
  ids: string[],
  { keepsReason }: { keepsReason: boolean },
): Promise<number> {
  const { numUpdatedRows } = await kyselyOf(tx)
    .updateTable('comments')
    .set(({ fn, val }) => ({
      status: 'pending',
      held_because: keepsReason ? fn.coalesce('held_because', val<HeldBecause>('administrator')) : 'administrator',
      verdict: decidedVerdictColumn,
    }))
    .where('id', 'in', ids)
    .where(unindexed('status'), '=', 'approved')
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
