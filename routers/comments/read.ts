import type { ExpressionBuilder } from 'kysely';

import type { Section } from '../../entities/comment.ts';
import type { Tables } from '../../entities/index.ts';
import { isAdministrator } from '../base/callers.ts';
import type { CallContext } from '../core/context.ts';
import { cursorOf, keyOfCursor } from '../data/cursor.ts';
import { commentNotFound } from '../base/errors.ts';
import { prepared } from '../base/prepared.ts';
import { sha256 } from '../base/secrets.ts';
import type { CommentList, CommentShape } from './schemas.ts';
import { commentColumns, commentsWithParents, shapeOf } from './shape.ts';
import { findThread, type Thread } from './thread.ts';

const BEFORE = { table: 'comments', field: 'before' } as const;

/** The maximum number of comments in a list (docs/interface.md, C1). */
export const MAX_LISTED = 300;

/**
 * The newest 300 comments of a thread that the caller may see, oldest first: approved ones, and the caller's own. Two
 * statements, and one more with a cursor.
 *
 * @param before the cursor of an earlier response
 * @throws NOT_FOUND; BAD_REQUEST for an invalid cursor
 */
export async function listComments(
  ctx: CallContext,
  id: string,
  before: string | undefined,
): Promise<Omit<CommentList, 'ok'>> {
  const key = before === undefined ? undefined : await keyOfCursor(ctx.em, BEFORE, before);
  const thread = await findThread(ctx, id);
  if (thread.isClosed) return { comments: [], total: 0, closed: 1 };
  const query = { ...keyOf(thread), before: key };
  const own = receiptHashes(ctx);
  const rows = await (own.length === 0 ? newest(ctx.em, query) : newestWithOwn(ctx.em, { ...query, own }));
  const total = thread.section === null ? thread.approved : await countEntries(ctx, thread.section);
  const window = rows.slice(0, MAX_LISTED).reverse();
  const oldest = window[0];
  return {
    comments: window.map((row) => shapeOf(row, thread.id, thread.page)),
    total,
    ...(rows.length > MAX_LISTED && oldest && { before: cursorOf(oldest.key) }),
  };
}

/**
 * One comment: an approved one, the caller's own, or any for the administrator.
 *
 * @throws NOT_FOUND
 */
export async function getComment(ctx: CallContext, id: string, commentId: string): Promise<CommentShape> {
  const thread = await findThread(ctx, id);
  if (thread.isClosed && !isAdministrator(ctx)) throw commentNotFound();
  const own = isAdministrator(ctx) ? undefined : receiptHashes(ctx);
  const [row] = await one(ctx.em, { ...keyOf(thread), commentId, own });
  if (!row) throw commentNotFound();
  return shapeOf(row, thread.id, thread.page);
}

/**
 * A comment that was just moderated, public or not: an API key may moderate more than it may read.
 *
 * @throws NOT_FOUND
 */
export async function getModerated(
  { em }: CallContext,
  thread: Pick<Thread, 'id' | 'postKey' | 'section' | 'page'>,
  commentId: string,
): Promise<CommentShape> {
  const [row] = await one(em, { ...keyOf(thread), commentId, own: undefined });
  if (!row) throw commentNotFound();
  return shapeOf(row, thread.id, thread.page);
}

/** The hashes of the caller's receipts. */
export function receiptHashes(ctx: CallContext): string[] {
  return ctx.request.receipts.map(sha256);
}

/** The columns that identify a thread: one of them is set. */
export interface ThreadKey {
  postKey: number | undefined;
  section: Section | undefined;
}

export function keyOf({ postKey, section }: Pick<Thread, 'postKey' | 'section'>): ThreadKey {
  return { postKey: postKey ?? undefined, section: section ?? undefined };
}

type Query = ThreadKey & { before: number | undefined };

const newest = prepared((db, { before, ...thread }: Query) =>
  commentsWithParents(db)
    .where(inThread(thread))
    .where(approvedBefore(before))
    .select(commentColumns)
    .orderBy('comments.key', 'desc')
    .limit(MAX_LISTED + 1),
);

/** Like `newest`, with the caller's own pending comments, which are few and have an index. */
const newestWithOwn = prepared((db, { before, own, ...thread }: Query & { own: string[] }) => {
  const shown = db
    .selectFrom('comments')
    .where(inThread(thread))
    .where(approvedBefore(before))
    .select('comments.key')
    .orderBy('comments.key', 'desc')
    .limit(MAX_LISTED + 1)
    .as('shown');
  const pending = db
    .selectFrom('comments')
    .where('comments.receipt_hash', 'in', own)
    .where('comments.status', '=', 'pending')
    .where(inThread(thread))
    .select('comments.key');
  return commentsWithParents(db)
    .where('comments.key', 'in', db.selectFrom(shown).select('shown.key').unionAll(pending))
    .where(isBefore(before))
    .select(commentColumns)
    .orderBy('comments.key', 'desc')
    .limit(MAX_LISTED + 1);
});

const one = prepared(
  (db, { commentId, own, ...thread }: ThreadKey & { commentId: string; own: string[] | undefined }) =>
    commentsWithParents(db)
      .where('comments.id', '=', commentId)
      .where(inThread(thread))
      .where(({ and, or, eb }) => {
        if (own === undefined) return and([]);
        const mine = own.length > 0 ? [eb('comments.receipt_hash', 'in', own)] : [];
        return or([eb('comments.status', '=', 'approved'), ...mine]);
      })
      .select(commentColumns),
);

const entries = prepared((db, { section }: { section: Section }) =>
  db
    .selectFrom('list_totals')
    .select('total')
    .where('kind', '=', 'section')
    .where('name', '=', section)
    .where('status', '=', 'approved'),
);

async function countEntries(ctx: CallContext, section: Section): Promise<number> {
  const [row] = await entries(ctx.em, { section });
  return row?.total ?? 0;
}

export function inThread({ postKey, section }: ThreadKey) {
  return ({ and, eb }: ExpressionBuilder<Tables, 'comments'>) =>
    and([
      ...(postKey === undefined ? [] : [eb('comments.post_key', '=', postKey)]),
      ...(section === undefined ? [] : [eb('comments.section', '=', section)]),
    ]);
}

function approvedBefore(before: number | undefined) {
  return (eb: ExpressionBuilder<Tables, 'comments'>) =>
    eb.and([eb('comments.status', '=', 'approved'), isBefore(before)(eb)]);
}

function isBefore(before: number | undefined) {
  return ({ and, eb }: ExpressionBuilder<Tables, 'comments'>) =>
    before === undefined ? and([]) : eb('comments.key', '<', before);
}
