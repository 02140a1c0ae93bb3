import type { ExpressionBuilder } from 'kysely';

import type { Section } from '../../entities/comment.ts';
import type { Tables } from '../../entities/index.ts';
import { isAdministrator } from '../callers.ts';
import type { CallContext } from '../context.ts';
import { cursorOf, keyOfCursor } from '../cursor.ts';
import { commentNotFound } from '../errors.ts';
import { prepared } from '../prepared.ts';
import { sha256 } from '../secrets.ts';
import type { CommentShape } from './schemas.ts';
import { commentColumns, commentsWithParents, shapeOf } from './shape.ts';
import { findThread, type Thread } from './thread.ts';

/** How many comments a list holds at most (docs/interface.md, C1). */
const WINDOW = 300;

/**
 * The newest 300 comments of a thread that the caller may see, oldest first: approved ones, and the caller's own. Two
 * statements.
 *
 * @param before the cursor of an earlier answer
 * @throws NOT_FOUND; BAD_REQUEST for a cursor that is none
 */
export async function listComments(ctx: CallContext, id: string, before: string | undefined) {
  const thread = await findThread(ctx, id);
  const asked = { ...keyOf(thread), before: before === undefined ? undefined : keyOfCursor('before', before) };
  const own = receiptHashes(ctx);
  const rows = await (own.length === 0 ? newest(ctx.em, asked) : newestWithOwn(ctx.em, { ...asked, own }));
  const total = thread.section === null ? thread.approved : await countEntries(ctx, thread.section);
  const window = rows.slice(0, WINDOW).reverse();
  const oldest = window[0];
  return {
    comments: window.map((row) => shapeOf(row, thread.id)),
    total,
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
  const own = isAdministrator(ctx) ? undefined : receiptHashes(ctx);
  const [row] = await one(ctx.em, { ...keyOf(thread), commentId, own });
  if (!row) throw commentNotFound();
  return shapeOf(row, thread.id);
}

/** The hashes under which the caller's receipts are kept. */
export function receiptHashes(ctx: CallContext): string[] {
  return ctx.request.receipts.map(sha256);
}

interface Key {
  postKey: number | undefined;
  section: Section | undefined;
}

function keyOf({ postKey, section }: Thread): Key {
  return { postKey: postKey ?? undefined, section: section ?? undefined };
}

type Asked = Key & { before: number | undefined };

const newest = prepared((db, { before, ...thread }: Asked) =>
  commentsWithParents(db)
    .where(inThread(thread))
    .where(approvedBefore(before))
    .select(commentColumns)
    .orderBy('comments.key', 'desc')
    .limit(WINDOW + 1),
);

/** As `newest`, with what waits for the administrator and was written by the caller: found by itself, it is little. */
const newestWithOwn = prepared((db, { before, own, ...thread }: Asked & { own: string[] }) => {
  const shown = db
    .selectFrom('comments')
    .where(inThread(thread))
    .where(approvedBefore(before))
    .select('comments.key')
    .orderBy('comments.key', 'desc')
    .limit(WINDOW + 1)
    .as('shown');
  const waiting = db
    .selectFrom('comments')
    .where('comments.receipt_hash', 'in', own)
    .where('comments.status', '=', 'pending')
    .where(inThread(thread))
    .select('comments.key');
  return commentsWithParents(db)
    .where('comments.key', 'in', db.selectFrom(shown).select('shown.key').unionAll(waiting))
    .where(isBefore(before))
    .select(commentColumns)
    .orderBy('comments.key', 'desc')
    .limit(WINDOW + 1);
});

const one = prepared((db, { commentId, own, ...thread }: Key & { commentId: string; own: string[] | undefined }) =>
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

function inThread({ postKey, section }: Key) {
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
