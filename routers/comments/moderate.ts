import type { SqlEntityManager } from '@mikro-orm/sql';

import { Comment, type CommentStatus, type HeldBecause } from '../../entities/comment.ts';
import { kyselyOf } from '../../entities/kysely.ts';
import type { CallContext } from '../context.ts';
import { noSuchComment } from '../errors.ts';
import { getComment } from './read.ts';
import { removeComments } from './remove.ts';
import type { BulkInput, CommentShape, ModerateInput } from './schemas.ts';
import { flushUnique, held, textFields, type Standing } from './submit.ts';

/**
 * Changes any comment for the administrator. Saying what is so already changes nothing.
 *
 * @throws NOT_FOUND, DUPLICATE_COMMENT
 */
export async function moderateComment(ctx: CallContext, input: ModerateInput): Promise<CommentShape> {
  const { id, content, status, ...flags } = input;
  const comment = await ctx.em.findOne(Comment, { id }, { populate: ['post'], fields: ['*', 'post.slug'] });
  if (!comment) throw noSuchComment();
  ctx.em.assign(comment, {
    ...flags,
    ...(content !== undefined && textFields(comment.author, content)),
    // What waits already goes on waiting for the reason that it has.
    ...(status !== undefined && status !== comment.status && standingOf(status)),
  });
  await flushUnique(ctx);
  return getComment(ctx, comment.section ?? comment.post?.slug ?? '', id);
}

/**
 * Deletes a comment with all its replies.
 *
 * @returns how many are gone
 * @throws NOT_FOUND
 */
export async function deleteComment(ctx: CallContext, id: string): Promise<number> {
  const deleted = await ctx.em.fork().transactional((tx) => removeComments(tx, [id]));
  if (deleted === 0) throw noSuchComment();
  return deleted;
}

/**
 * Approves, holds or deletes many comments, or takes their approval back, in one transaction. Ids that are not there are
 * passed over.
 *
 * @returns how many comments are different now, deleted replies included
 */
export async function moderateMany(ctx: CallContext, { action, ids }: BulkInput): Promise<number> {
  return ctx.em.fork().transactional((tx) => {
    if (action === 'delete') return removeComments(tx, ids);
    if (action === 'unapprove') return unapproveAll(tx, ids);
    const standing = standingOf(action === 'approve' ? 'approved' : 'pending');
    return tx.nativeUpdate(Comment, { id: { $in: ids }, status: { $ne: standing.status } }, { ...standing });
  });
}

/** Why a comment waited stays with it when it is approved: the approval may be taken back. */
export function standingOf(status: CommentStatus): Pick<Standing, 'status'> | Standing {
  return status === 'approved' ? { status } : held('administrator');
}

/** They wait again, for the reason for which they waited before. */
async function unapproveAll(tx: SqlEntityManager, ids: string[]): Promise<number> {
  const { numUpdatedRows } = await kyselyOf(tx)
    .updateTable('comments')
    .set(({ fn, val }) => ({
      status: 'pending',
      held_because: fn.coalesce('held_because', val<HeldBecause>('administrator')),
    }))
    .where('id', 'in', ids)
    .where('status', '=', 'approved')
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
