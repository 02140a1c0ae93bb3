import { randomBytes } from 'node:crypto';
import { ForeignKeyConstraintViolationException, UniqueConstraintViolationException } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/sql';

import type { Comment } from '../../entities/comment.ts';
import { kyselyOf } from '../../entities/kysely.ts';
import { timestamp } from '../base/clock.ts';
import type { CallContext } from '../core/context.ts';
import { appError, fieldError } from '../base/errors.ts';
import { recordCreated } from './announce.ts';
import { beginThread } from './begin-thread.ts';
import { withoutIgnorable } from '../../shared/invisible.ts';
import { consume, refund } from '../core/consume.ts';
import { checkPageOrigin } from '../core/origin.ts';
import { limits, type Limit } from '../base/limits.ts';
import { newId } from '../base/new-id.ts';
import { askLater } from './replies/ask.ts';
import { wantedReplyAddress } from './replies/wanted.ts';
import { sha256 } from '../base/secrets.ts';
import { storeCheck } from './spam-filter/check.ts';
import { initialState } from './initial-state.ts';
import { insertCommentRow } from './insert-row.ts';
import { receiptHashes } from './read.ts';
import type { CommentShape } from './answers.ts';
import type { SubmitInput } from './schemas.ts';
import { commentSearchText } from './search-text.ts';
import type { Written } from './spam-filter/rules.ts';
import { toComment } from './shape.ts';
import { findThread, type Thread, MAX_DEPTH } from './thread.ts';

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
  return countSuccess(ctx, limits.comments, async () => storeComment(ctx, input, await findThread(ctx, input.id)));
}

/** Runs an action that a limit counts if it succeeds. */
export async function countSuccess<T>(ctx: CallContext, limit: Limit, run: () => Promise<T>): Promise<T> {
  await consume(ctx, limit);
  try {
    return await run();
  } catch (error) {
    await refund(ctx, limit);
    throw error;
  }
}

/** Stores a comment in a thread, which begins with it if it is new. @throws as `submitComment` */
export async function storeComment(
  ctx: CallContext,
  input: SubmitInput,
  thread: Thread,
): Promise<{ comment: CommentShape; receipt: string }> {
  await checkPageOrigin(ctx, thread.page?.site ?? null);
  const isNew = thread.postKey === 0;
  if (isNew && !thread.page) throw appError('NOT_FOUND', 'There is no thread with this id.');
  if (thread.isClosed) throw appError('COMMENTS_CLOSED');
  const { author, content } = input;
  const { state, check } = await initialState(ctx, { author, content, ...formOf(input) });
  const parent = input.parentId === undefined ? null : await findParent(ctx, thread, input.parentId);
  const replyTo = await wantedReplyAddress(ctx, input);
  const kept = replyTo?.isErased ? null : replyTo;
  const receipt = randomBytes(RECEIPT_BYTES).toString('base64url');
  const comment = {
    id: newId('c', ctx.clock),
    postKey: thread.postKey,
    section: thread.section,
    parentKey: parent && parent.key,
    depth: parent ? parent.depth + 1 : 1,
    ...state,
    createdAt: timestamp(ctx.clock),
    receiptHash: sha256(receipt),
    email: kept?.email ?? null,
    emailLanguage: kept?.language ?? null,
    ownAbove: parent ? ownAbove(ctx, parent) : 0,
    ...textFields(author, content),
    markdown: await markdownFlag(ctx),
  };
  const shape = shapeOfNew({ ...comment, owner: 0 }, input.parentId ?? null, thread);
  const insert = async (tx: SqlEntityManager) => {
    recordCreated(tx, ctx.clock, { ...shape, post_title: thread.title, heldBecause: state.heldBecause }, state.verdict);
    const begun = isNew && thread.page ? { postKey: await beginThread(ctx, tx, { ...thread, page: thread.page }) } : {};
    const [row] = await insertCommentRow(tx, { ...comment, ...begun });
    if (check) await storeCheck(tx, ctx, row!.key, check);
    // A spammer must not make this blog send mail to others.
    if (kept && state.heldBecause !== 'suspicious') await askLater(tx, ctx.clock, kept);
  };
  const write = () => unique(ctx.em, () => ctx.em.transactional(insert));
  // A program must not make the service mail strangers.
  const writeWithMail = () => (replyTo ? countSuccess(ctx, limits.replyRequests, write) : write());
  // Nor may it make threads for pages that do not exist.
  await (isNew ? countSuccess(ctx, limits.newThreads, writeWithMail) : writeWithMail());
  return { comment: shape, receipt };
}

function formOf({ form }: SubmitInput): Pick<Written, 'isTrapped' | 'seconds'> {
  return { isTrapped: (form?.trap ?? '') !== '', seconds: form?.seconds };
}

/** A new comment as responses show it. */
export function shapeOfNew(
  comment: NewComment,
  parent_id: string | null,
  thread: Pick<Thread, 'id' | 'page'>,
): CommentShape {
  const { id, author, content, createdAt: created_at, status, owner, sourceKey: source_key = null } = comment;
  const counted = { likes: 0, pinned: 0, featured: 0 };
  const row = { id, author, content, created_at, status, owner, source_key, ...counted, parent_id };
  return toComment(row, thread.id, thread.page);
}

type NewComment = Pick<Comment, 'id' | 'author' | 'content' | 'createdAt' | 'status' | 'owner'> &
  Partial<Pick<Comment, 'sourceKey'>>;

/** The form of a text that is written now, as in the column `markdown`. */
export async function markdownFlag({ settings }: Pick<CallContext, 'settings'>): Promise<0 | 1> {
  return (await settings.current()).commentMarkdown ? 1 : 0;
}

/** The columns derived from author and content. */
export function textFields(author: string, content: string) {
  return {
    author,
    content,
    // Rows from before 2.16.0 have a digest of the whole text, which differs only if it has ignorable characters.
    digest: sha256(`${withoutIgnorable(author)}\u0000${withoutIgnorable(content)}`),
    searchText: commentSearchText(author, content),
  };
}

/**
 * Flushes.
 *
 * @throws as `unique`
 */
export function flushUnique(em: SqlEntityManager): Promise<void> {
  return unique(em, () => em.flush());
}

/**
 * Writes a comment. A unique index rejects duplicates, also those of concurrent requests.
 *
 * @throws DUPLICATE_COMMENT; NOT_FOUND when the post or parent has been deleted
 */
async function unique(em: SqlEntityManager, write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (thrown) {
    const error = em
      .getPlatform()
      .getExceptionConverter()
      .convertException(thrown as Error);
    if (error instanceof UniqueConstraintViolationException) {
      throw appError('DUPLICATE_COMMENT', 'You have already posted this comment.');
    }
    if (error instanceof ForeignKeyConstraintViolationException) {
      throw appError('NOT_FOUND', 'The post, or the comment above, has been deleted.');
    }
    throw thrown;
  }
}

async function findParent(ctx: CallContext, thread: Thread, parentId: string) {
  const parent = await kyselyOf(ctx.em)
    .selectFrom('comments')
    .leftJoin('comments as above', 'above.key', 'comments.parent_key')
    .select(['comments.key', 'comments.depth', 'comments.post_key', 'comments.section', 'comments.status'])
    .select(['comments.receipt_hash', 'above.receipt_hash as above_receipt_hash'])
    .where('comments.id', '=', parentId)
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

/** Which of the comments above a reply have a receipt of the caller; see `ownAbove` of comments. */
function ownAbove(
  ctx: CallContext,
  parent: { receipt_hash: string | null; above_receipt_hash: string | null },
): number {
  const own = receiptHashes(ctx);
  const isOwn = (hash: string | null) => hash !== null && own.includes(hash);
  return (isOwn(parent.receipt_hash) ? 1 : 0) + (isOwn(parent.above_receipt_hash) ? 2 : 0);
}
