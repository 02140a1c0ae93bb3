import { randomBytes } from 'node:crypto';
import type { SqlEntityManager } from '@mikro-orm/sql';
import { ForeignKeyConstraintViolationException, UniqueConstraintViolationException } from '@mikro-orm/core';

import { Comment, type CommentStatus, type HeldBecause } from '../../entities/comment.ts';
import { kyselyOf } from '../../entities/kysely.ts';
import { Post } from '../../entities/post.ts';
import { timestamp } from '../clock.ts';
import type { CallContext } from '../context.ts';
import { appError, fieldError } from '../errors.ts';
import { recordCreated } from '../events/comments.ts';
import { withoutIgnorable } from '../../shared/invisible.ts';
import { consume, refund } from '../limits/consume.ts';
import { limits } from '../limits/table.ts';
import { newId } from '../new-id.ts';
import { sha256 } from '../secrets.ts';
import { FIELD_BOUNDARY, foldForSearch } from '../text.ts';
import { receiptHashes } from './read.ts';
import type { CommentShape, SubmitInput } from './schemas.ts';
import { shapeOf } from './shape.ts';
import { findThread, type Thread } from './thread.ts';

/** Comment, reply, reply to a reply. */
export const MAX_DEPTH = 3;
const RECEIPT_BYTES = 24;

/**
 * Stores a visitor's comment, pending or approved according to the moderation setting.
 *
 * @returns the comment, and the receipt that identifies its author
 * @throws RATE_LIMITED, NOT_FOUND, COMMENTS_CLOSED, BAD_REQUEST and NESTING_TOO_DEEP (parent), DUPLICATE_COMMENT
 */
export async function submitComment(
  ctx: CallContext,
  input: SubmitInput,
): Promise<{ comment: CommentShape; receipt: string }> {
  await consume(ctx, limits.comments);
  try {
    return await store(ctx, input);
  } catch (error) {
    // Only stored comments count.
    await refund(ctx, limits.comments);
    throw error;
  }
}

async function store(ctx: CallContext, input: SubmitInput): Promise<{ comment: CommentShape; receipt: string }> {
  const thread = await findThread(ctx, input.id);
  const state = await initialState(ctx);
  const parent = input.parentId === undefined ? null : await findParent(ctx, thread, input.parentId);
  const receipt = randomBytes(RECEIPT_BYTES).toString('base64url');
  const comment = ctx.em.create(Comment, {
    id: newId('c', ctx.clock),
    post: thread.postKey === null ? null : ctx.em.getReference(Post, thread.postKey),
    section: thread.section,
    parent: parent && ctx.em.getReference(Comment, parent.key),
    depth: parent ? parent.depth + 1 : 1,
    ...state,
    createdAt: timestamp(ctx.clock),
    receiptHash: sha256(receipt),
    ...textFields(input.author, input.content),
  });
  const shape = shapeOfNew(comment, input.parentId ?? null, thread.id);
  recordCreated(ctx.em, ctx.clock, { ...shape, post_title: thread.title, heldBecause: state.heldBecause });
  await flushUnique(ctx.em);
  return { comment: shape, receipt };
}

/** A new comment as responses show it. */
export function shapeOfNew(comment: NewComment, parent_id: string | null, postId: string): CommentShape {
  const { id, author, content, createdAt: created_at, status, owner } = comment;
  const counted = { likes: 0, pinned: 0, featured: 0 };
  return shapeOf({ id, author, content, created_at, status, owner, ...counted, parent_id }, postId);
}

type NewComment = Pick<Comment, 'id' | 'author' | 'content' | 'createdAt' | 'status' | 'owner'>;

/** The columns derived from author and content. */
export function textFields(author: string, content: string) {
  return {
    author,
    content,
    // Rows from before 2.16.0 have a digest of the whole text, which differs only if it has ignorable characters.
    digest: sha256(`${withoutIgnorable(author)}\u0000${withoutIgnorable(content)}`),
    searchText: foldForSearch(`${author}${FIELD_BOUNDARY}${content}`),
  };
}

/** Whether a comment is public, and if not, why. */
export interface ModerationState {
  status: CommentStatus;
  heldBecause: HeldBecause | null;
}

/** The state of a comment that was never pending. */
export const approved: ModerationState = { status: 'approved', heldBecause: null };

/** The state of a comment that needs approval. */
export function pending(heldBecause: HeldBecause): ModerationState {
  return { status: 'pending', heldBecause };
}

/**
 * The state of a comment that is submitted now.
 *
 * @throws COMMENTS_CLOSED
 */
export async function initialState(ctx: CallContext): Promise<ModerationState> {
  const { commentsEnabled, commentModeration } = await ctx.settings.current();
  if (!commentsEnabled) throw appError('COMMENTS_CLOSED');
  if (ctx.request.suspicious) return pending('suspicious');
  if (commentModeration === 'all') return pending('moderation');
  if (commentModeration === 'off') return approved;
  return (await isKnownAuthor(ctx)) ? approved : pending('first');
}

/**
 * Flushes. A unique index rejects duplicates, also those of concurrent requests.
 *
 * @throws DUPLICATE_COMMENT; NOT_FOUND when the post or parent has been deleted
 */
export async function flushUnique(em: SqlEntityManager): Promise<void> {
  try {
    await em.flush();
  } catch (error) {
    if (error instanceof UniqueConstraintViolationException) {
      throw appError('DUPLICATE_COMMENT', 'You have already posted this comment.');
    }
    if (error instanceof ForeignKeyConstraintViolationException) {
      throw appError('NOT_FOUND', 'The post has been deleted.');
    }
    throw error;
  }
}

async function isKnownAuthor(ctx: CallContext): Promise<boolean> {
  if (ctx.request.receipts.length === 0) return false;
  const known = await kyselyOf(ctx.em)
    .selectFrom('comments')
    .select('key')
    .where('receipt_hash', 'in', receiptHashes(ctx))
    .where('status', '=', 'approved')
    .executeTakeFirst();
  return known !== undefined;
}

async function findParent(ctx: CallContext, thread: Thread, parentId: string) {
  const parent = await kyselyOf(ctx.em)
    .selectFrom('comments')
    .select(['key', 'depth', 'post_key', 'section', 'status', 'receipt_hash'])
    .where('id', '=', parentId)
    .executeTakeFirst();
  const inThread = parent && parent.post_key === thread.postKey && parent.section === thread.section;
  const isVisible = parent?.status === 'approved' || receiptHashes(ctx).includes(parent?.receipt_hash ?? '');
  if (!parent || !inThread || !isVisible) {
    throw fieldError('parentId', '"parentId" must be the id of an approved comment on the same post.');
  }
  if (parent.depth >= MAX_DEPTH) {
    throw appError('NESTING_TOO_DEEP', 'Replies go two levels deep; reply to the comment above instead.');
  }
  return parent;
}
