import type { ExpressionBuilder, Selectable } from 'kysely';

import type { Tables } from '../../entities/index.ts';
import { kyselyOf } from '../../entities/kysely.ts';
import { isAdministrator } from '../admin/sessions.ts';
import type { CallContext } from '../context.ts';
import { cursorOf, keyOfCursor } from '../cursor.ts';
import { noSuchComment } from '../errors.ts';
import { slugIn } from '../posts/store.ts';
import { sha256 } from '../secrets.ts';
import { contains } from '../contains.ts';
import { escapeHtml } from '../text.ts';
import type { AdminListInput, CommentShape } from './schemas.ts';
import { findThread, isSection, sections, type Thread } from './thread.ts';

/** How many comments a list holds at most (interface.md, Limits). */
const WINDOW = 300;

const columns = [
  'comments.key',
  'comments.id',
  'comments.author',
  'comments.content',
  'comments.created_at',
  'comments.status',
  'comments.likes',
  'comments.pinned',
  'comments.featured',
  'parents.id as parent_id',
] as const;

/**
 * The newest 300 comments of a thread that the caller may see, oldest first: approved ones, and the caller's own.
 *
 * @param before the cursor of an earlier answer
 * @throws NOT_FOUND; BAD_REQUEST for a cursor that is none
 */
export async function listComments(ctx: CallContext, id: string, before: string | undefined) {
  const thread = await findThread(ctx, id);
  let query = commentsOf(ctx, thread).where(approvedOrOwn(ctx));
  const approved = commentsOf(ctx, thread)
    .where('comments.status', '=', 'approved')
    .select(({ fn }) => fn.countAll<number>().as('total'));
  if (before !== undefined) query = query.where('comments.key', '<', keyOfCursor('before', before));

  const rows = await query
    .leftJoin('comments as parents', 'parents.key', 'comments.parent_key')
    .select(columns)
    .orderBy('comments.key', 'desc')
    .limit(WINDOW + 1)
    .execute();
  const { total } = await approved.executeTakeFirstOrThrow();
  const window = rows.slice(0, WINDOW).reverse();
  const oldest = window[0];
  return {
    comments: window.map((row) => commentOf(row, thread.id)),
    total: Number(total),
    ...(rows.length > WINDOW && oldest && { before: cursorOf(oldest.key) }),
  };
}

/**
 * One comment: an approved one, the caller's own, or any for the administrator.
 *
 * @throws NOT_FOUND
 */
export async function getComment(ctx: CallContext, id: string, commentId: string): Promise<CommentShape> {
  const thread = await findThread(ctx, id);
  let query = commentsOf(ctx, thread).where('comments.id', '=', commentId);
  if (!isAdministrator(ctx)) query = query.where(approvedOrOwn(ctx));
  const row = await query
    .leftJoin('comments as parents', 'parents.key', 'comments.parent_key')
    .select(columns)
    .executeTakeFirst();
  if (!row) throw noSuchComment();
  return commentOf(row, thread.id);
}

/** A page of all comments, the newest first, each with the title of what it hangs on. */
export async function listAllComments(ctx: CallContext, input: AdminListInput) {
  let query = kyselyOf(ctx.em).selectFrom('comments').leftJoin('posts', 'posts.key', 'comments.post_key');
  if (input.status !== undefined) query = query.where('comments.status', '=', input.status);
  if (input.post !== undefined) {
    query = isSection(input.post)
      ? query.where('comments.section', '=', input.post)
      : query.where('posts.slug', '=', slugIn(input.post));
  }
  if (input.search !== undefined) {
    query = query.where(contains('comments.search_text', input.search));
  }
  const rows = await query
    .leftJoin('comments as parents', 'parents.key', 'comments.parent_key')
    .select(columns)
    .select(['comments.section', 'posts.slug', 'posts.title'])
    .orderBy('comments.key', 'desc')
    .limit(input.pageSize)
    .offset((input.page - 1) * input.pageSize)
    .execute();
  const { total } = await query.select(({ fn }) => fn.countAll().as('total')).executeTakeFirstOrThrow();
  return {
    comments: rows.map((row) => ({
      ...commentOf(row, row.section ?? row.slug ?? ''),
      post_title: row.section ? sections[row.section] : (row.title ?? ''),
    })),
    total: Number(total),
  };
}

/** The hashes under which the caller's receipts are kept. */
export function receiptHashes(ctx: CallContext): string[] {
  return ctx.request.receipts.map(sha256);
}

/** What a visitor sees: approved comments, and those of which they show a receipt. */
function approvedOrOwn(ctx: CallContext) {
  const own = receiptHashes(ctx);
  return ({ or, eb }: ExpressionBuilder<Tables, 'comments'>) =>
    or([eb('comments.status', '=', 'approved'), ...(own.length > 0 ? [eb('comments.receipt_hash', 'in', own)] : [])]);
}

/** The comments of one thread, to narrow further. */
function commentsOf(ctx: CallContext, { postKey, section }: Thread) {
  const comments = kyselyOf(ctx.em).selectFrom('comments');
  return section === null
    ? comments.where('comments.post_key', '=', postKey)
    : comments.where('comments.section', '=', section);
}

type Row = Pick<
  Selectable<Tables['comments']>,
  'key' | 'id' | 'author' | 'content' | 'created_at' | 'status' | 'likes' | 'pinned' | 'featured'
> & { parent_id: string | null };

function commentOf(row: Row, postId: string): CommentShape {
  return {
    id: row.id,
    post_id: postId,
    author: escapeHtml(row.author),
    content: escapeHtml(row.content),
    date: row.created_at,
    status: row.status,
    parent_id: row.parent_id,
    likes: row.likes,
    pinned: row.pinned as 0 | 1,
    featured: row.featured as 0 | 1,
  };
}
