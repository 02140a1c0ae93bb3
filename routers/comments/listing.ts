import type { ExpressionBuilder, SelectQueryBuilder } from 'kysely';

import type { Tables } from '../../entities/index.ts';
import { fieldError } from '../base/errors.ts';
import { prepareQuery } from '../base/prepare-query.ts';
import type { CallContext } from '../core/context.ts';
import { formatCursor, GREATEST, keyOfCursor } from '../data/cursor.ts';
import { commentColumns, commentsWithParents } from './shape.ts';
import { inThread, type ThreadKey } from './thread-key.ts';

/** The maximum number of comments in a list (docs/interface.md, C1). */
export const MAX_LISTED = 300;

/** The orders of a list; the newest ones of a thread, oldest first, when none is asked for. */
export type CommentSort = 'oldest' | 'newest' | 'likes';

type Order = 'down' | 'up' | 'likes';

/** The place in a list after which it continues. */
export interface Beyond {
  key?: number | undefined;
  /** In a list by likes. */
  likes?: number | undefined;
}

type Query = ThreadKey & Beyond & { limit: number };

/** The order in which rows are read. */
export function listOrder(sort: CommentSort | undefined): Order {
  if (sort === 'likes') return 'likes';
  return sort === 'oldest' ? 'up' : 'down';
}

/**
 * The comments of a thread in an order: approved ones, and the caller's own.
 *
 * @param own the hashes of the caller's receipts
 */
export function selectListed(em: CallContext['em'], order: Order, query: Query, own: string[]) {
  const { plain, withOwn } = listings[order];
  return own.length === 0 ? plain(em, query) : withOwn(em, { ...query, own });
}

function listing(order: Order) {
  const plain = prepareQuery((db, { key, likes, limit, ...thread }: Query) =>
    orderComments(
      commentsWithParents(db)
        .where(inThread(thread))
        .where('comments.status', '=', 'approved')
        .where(beyond(order, { key, likes }))
        .select(commentColumns),
      order,
    ).limit(limit),
  );
  // The caller's own pending comments are few, and have an index.
  const withOwn = prepareQuery((db, { key, likes, limit, own, ...thread }: Query & { own: string[] }) => {
    const shown = orderComments(
      db
        .selectFrom('comments')
        .where(inThread(thread))
        .where('comments.status', '=', 'approved')
        .where(beyond(order, { key, likes }))
        .select('comments.key'),
      order,
    )
      .limit(limit)
      .as('shown');
    const pending = db
      .selectFrom('comments')
      .where('comments.receipt_hash', 'in', own)
      .where('comments.status', '=', 'pending')
      .where(inThread(thread))
      .select('comments.key');
    return orderComments(
      commentsWithParents(db)
        .where('comments.key', 'in', db.selectFrom(shown).select('shown.key').unionAll(pending))
        .where(beyond(order, { key, likes }))
        .select(commentColumns),
      order,
    ).limit(limit);
  });
  return { plain, withOwn };
}

const listings: Record<Order, ReturnType<typeof listing>> = {
  down: listing('down'),
  up: listing('up'),
  likes: listing('likes'),
};

function orderComments<DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>, order: Order) {
  const some = query as unknown as SelectQueryBuilder<Tables, 'comments', O>;
  const byLikes = order === 'likes' ? some.orderBy('comments.likes', 'desc') : some;
  return byLikes.orderBy('comments.key', order === 'up' ? 'asc' : 'desc');
}

function beyond(order: Order, { key, likes }: Beyond) {
  return ({ eb, and, or }: ExpressionBuilder<Tables, 'comments'>) => {
    if (key === undefined) return and([]);
    if (order === 'up') return eb('comments.key', '>', key);
    if (likes === undefined) return eb('comments.key', '<', key);
    return or([
      eb('comments.likes', '<', likes),
      and([eb('comments.likes', '=', likes), eb('comments.key', '<', key)]),
    ]);
  };
}

/** The cursor for what follows a row. */
export function cursorAfter(order: Order, { key, likes }: { key: number; likes: number }): string {
  return order === 'likes' ? `${formatCursor(likes)}-${formatCursor(key)}` : formatCursor(key);
}

/**
 * The place that a cursor names.
 *
 * @param field the input that has it
 * @throws BAD_REQUEST for an invalid cursor
 */
export async function findPlace(
  { em }: Pick<CallContext, 'em'>,
  order: Order,
  field: 'before' | 'after',
  cursor: string | undefined,
): Promise<Beyond> {
  if (cursor === undefined) return {};
  const [, counted, rest = cursor] = order === 'likes' ? (/^([0-9a-z]{1,6})-(.*)$/.exec(cursor) ?? []) : [];
  const likes = counted === undefined ? undefined : Number.parseInt(counted, 36);
  const isWrong = order === 'likes' && (likes === undefined || likes > GREATEST);
  if (isWrong) throw fieldError(field, `"${field}" must be the cursor of an earlier response.`);
  return { key: await keyOfCursor(em, { table: 'comments', field }, rest), likes };
}
