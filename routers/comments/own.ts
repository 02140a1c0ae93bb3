import { LockMode } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/sql';

import { CommentCheck } from '../../entities/comment-check.ts';
import { Comment } from '../../entities/comment.ts';
import type { CallContext } from '../core/context.ts';
import { commentNotFound, appError } from '../base/errors.ts';
import { recordDeleted } from './announce.ts';
import { recordTag } from '../data/record.ts';
import { storeCheck } from './spam-filter/check.ts';
import { learnDecision } from './decide.ts';
import { isThreadId } from '../../shared/thread-address.ts';
import { checkPageOrigin } from '../core/origin.ts';
import { findPageThread } from './thread.ts';
import { getComment, receiptHashes } from './read.ts';
import type { CommentShape } from './answers.ts';
import type { EditInput } from './schemas.ts';
import { initialState, type ModerationState } from './initial-state.ts';
import { flushUnique, markdownFlag, textFields } from './submit.ts';

/** How long visitors may change their own comments: 15 minutes. */
const EDIT_WINDOW_MS = 15 * 60 * 1000;

/**
 * Changes the caller's own comment. The checks of new comments apply, moderation included.
 *
 * @throws NOT_FOUND, RECEIPT_INVALID, EDIT_WINDOW_OVER, COMMENTS_CLOSED, DUPLICATE_COMMENT
 */
export async function editOwnComment(ctx: CallContext, input: EditInput): Promise<CommentShape> {
  await checkOwnOrigin(ctx, input.id);
  await getComment(ctx, input.id, input.commentId);
  const before = await loadOwn(ctx, ctx.em, input.commentId);
  const { author: newAuthor = before.author, content: newContent = before.content } = input;
  const written = { author: newAuthor, content: newContent, isTrapped: false, seconds: undefined };
  const markdown = await markdownFlag(ctx);
  const { state: allowed, check } = await initialState(ctx, written, before.key);
  await ctx.em.fork().transactional(async (tx) => {
    // It may have been approved, emptied or deleted in the meantime.
    const comment = await loadOwn(ctx, tx, input.commentId, LockMode.PESSIMISTIC_WRITE);
    const { author = comment.author, content = comment.content } = input;
    if (author === comment.author && content === comment.content) return;
    // An edit neither approves a pending comment nor unmarks spam.
    const state: Partial<ModerationState> = comment.status === 'pending' && allowed.verdict !== 'spam' ? {} : allowed;
    // The owner has decided on the former text only.
    await learnDecision(tx, [comment.id], null);
    // As when the owner declares it to be spam.
    if (state.verdict === 'spam') await recordDeleted(tx, ctx.clock, [comment]);
    const form = content === comment.content ? {} : { markdown };
    tx.assign(comment, { ...textFields(author, content), ...form, ...state });
    recordTag(tx, 'moderation');
    await flushUnique(tx);
    // The verdict that is stored: an edit does not unmark spam, which is still deleted after 30 days.
    if (check) await storeCheck(tx, ctx, comment.key, { ...check, verdict: comment.verdict ?? check.verdict });
  });
  return getComment(ctx, input.id, input.commentId);
}

/**
 * Deletes the caller's own comment. A comment with replies stays as an empty one.
 *
 * @returns the number of deleted comments
 * @throws NOT_FOUND, RECEIPT_INVALID, EDIT_WINDOW_OVER
 */
export async function deleteOwnComment(ctx: CallContext, id: string, commentId: string): Promise<number> {
  await checkOwnOrigin(ctx, id);
  await getComment(ctx, id, commentId);
  return ctx.em.fork().transactional(async (tx) => {
    const comment = await loadOwn(ctx, tx, commentId, LockMode.PESSIMISTIC_WRITE);
    await recordDeleted(tx, ctx.clock, [comment]);
    if ((await tx.count(Comment, { parent: comment })) === 0) {
      tx.remove(comment);
      return 1;
    }
    const nothing = { digest: null, receiptHash: null, verdict: null, email: null, emailLanguage: null };
    tx.assign(comment, { author: '', content: '', searchText: '', ...nothing });
    await tx.nativeDelete(CommentCheck, { comment });
    return 0;
  });
}

async function checkOwnOrigin(ctx: CallContext, id: string): Promise<void> {
  // Other origins were refused before.
  if (ctx.request.origin === undefined) return;
  const page = isThreadId(id) ? (await findPageThread(ctx.em, id)).page : undefined;
  await checkPageOrigin(ctx, page?.site ?? null);
}

async function loadOwn(ctx: CallContext, em: SqlEntityManager, commentId: string, lockMode = LockMode.NONE) {
  const comment = await em.findOne(Comment, { id: commentId }, { lockMode });
  if (!comment) throw commentNotFound();
  if (!receiptHashes(ctx).includes(comment.receiptHash ?? '')) throw appError('RECEIPT_INVALID');
  if (ctx.clock.now() > Date.parse(comment.createdAt) + EDIT_WINDOW_MS) throw appError('EDIT_WINDOW_OVER');
  return comment;
}
