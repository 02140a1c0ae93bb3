import type { z } from 'zod';

import type { Section } from '../../entities/comment.ts';
import { isAdministrator } from '../base/callers.ts';
import type { CallContext } from '../core/context.ts';
import { commentNotFound } from '../base/errors.ts';
import { prepareQuery } from '../base/prepare-query.ts';
import { sha256 } from '../base/secrets.ts';
import { cursorAfter, MAX_LISTED, listOrder, findPlace, selectListed } from './listing.ts';
import { findWindow } from './place.ts';
import type { CommentList, CommentShape } from './answers.ts';
import type { listInput } from './schemas.ts';
import { commentColumns, commentsWithParents, toComment } from './shape.ts';
import { findThread, type Thread } from './thread.ts';
import { inThread, threadKey, type ThreadKey } from './thread-key.ts';

/** Which comments of a thread a list shows. */
export type Listing = Pick<z.output<typeof listInput>, 'before' | 'after' | 'at' | 'sort' | 'limit'>;

/**
 * Comments of a thread that the caller may see: approved ones, and the caller's own. By default the newest 300, oldest
 * first. Two statements, and one more with a cursor.
 *
 * @throws NOT_FOUND; BAD_REQUEST for an invalid cursor
 */
export async function listComments(
  ctx: CallContext,
  id: string,
  { before, after, at, sort, limit = MAX_LISTED }: Partial<Listing> = {},
): Promise<Omit<CommentList, 'ok'>> {
  const asked = listOrder(sort);
  const start = await findPlace(ctx, asked, fieldOf(asked), asked === 'down' ? before : after);
  const thread = await findThread(ctx, id);
  if (thread.isHidden) return { comments: [], total: 0, closed: 1 };
  const around = at === undefined ? null : await findWindow(ctx, thread, at, limit);
  const order = around ? listOrder(undefined) : asked;
  const place = around ? { key: around.end } : start;
  const rows = await selectListed(
    ctx.em,
    order,
    { ...threadKey(thread), ...place, limit: limit + 1 },
    receiptHashes(ctx),
  );
  const total = thread.section === null ? thread.approved : await countEntries(ctx, thread.section);
  const window = rows.slice(0, limit);
  const last = window.at(-1);
  return {
    comments: (sort === undefined || around ? window.reverse() : window).map((row) =>
      toComment(row, thread.id, thread.page),
    ),
    total,
    ...(thread.isClosed && { closed: 1 as const }),
    ...(around?.end !== undefined && { newer: 1 as const }),
    ...(rows.length > limit && last && { [fieldOf(order)]: cursorAfter(order, last) }),
  };
}

/** The field with the cursor of an order. */
function fieldOf(order: ReturnType<typeof listOrder>): 'before' | 'after' {
  return order === 'down' ? 'before' : 'after';
}

/**
 * One comment: an approved one, the caller's own, or any for the administrator.
 *
 * @throws NOT_FOUND
 */
export async function getComment(ctx: CallContext, id: string, commentId: string): Promise<CommentShape> {
  const thread = await findThread(ctx, id);
  if (thread.isHidden && !isAdministrator(ctx)) throw commentNotFound();
  const own = isAdministrator(ctx) ? undefined : receiptHashes(ctx);
  const [row] = await one(ctx.em, { ...threadKey(thread), commentId, own });
  if (!row) throw commentNotFound();
  return toComment(row, thread.id, thread.page);
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
  const [row] = await one(em, { ...threadKey(thread), commentId, own: undefined });
  if (!row) throw commentNotFound();
  return toComment(row, thread.id, thread.page);
}

/** The hashes of the caller's receipts. */
export function receiptHashes(ctx: CallContext): string[] {
  return ctx.request.receipts.map(sha256);
}

const one = prepareQuery(
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

const entries = prepareQuery((db, { section }: { section: Section }) =>
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
