import { sql, type ExpressionBuilder, type RawBuilder, type SelectQueryBuilder } from 'kysely';

import type { Tables } from '../../entities/index.ts';
import type { CallContext } from '../core/context.ts';
import { countRows } from '../data/count-rows.ts';
import { readerOf } from '../core/reader.ts';
import { countList } from './totals.ts';
import { isAmongFound, isAmongTagged, isAmongWritten } from './conditions.ts';
import { orderPosts } from './order.ts';
import type { ListInput } from './schemas.ts';
import { listColumns } from './summary.ts';
import { seenAt, viewFor } from './visible.ts';

/** Whether a list has filters or an order that `countList` and the indexes of the default order do not support. */
export function isFiltered({ from, to, tags, sort, ...input }: ListInput): boolean {
  const isMixed = input.author !== undefined && !isOfOneKind(input);
  return from !== undefined || to !== undefined || tags !== undefined || sort !== undefined || isMixed;
}

/** Whether posts by an author have no other filter besides, or there is no author. */
function isOfOneKind({ author, category, tag, search }: Omit<ListInput, 'sort'>): boolean {
  return author === undefined || (category === undefined && tag === undefined && search === undefined);
}

/** Whether the database keeps the number of these posts. */
function isCounted(input: ListInput): boolean {
  const { from, to, tags, search } = input;
  const isPlain = from === undefined && to === undefined && tags === undefined && search === undefined;
  return isPlain && isOfOneKind(input);
}

/** A page of posts by dates, several tags or another order, and their number. Two statements. */
export async function selectPosts(ctx: CallContext, input: ListInput, window: { limit: number; offset: number }) {
  const db = readerOf(ctx);
  const found = db.selectFrom('posts').where(fits(input, viewFor(ctx).now));
  const total = isCounted(input)
    ? (await countList(ctx.em, { ...input, ...viewFor(ctx) })).total
    : await countRows(found);
  // The keys first, by an index, because the rows of posts are large.
  const keys = sortPosts(found.select('posts.key'), input).limit(window.limit).offset(window.offset);
  const page = db.selectFrom('posts').where('posts.key', 'in', keys).select(listColumns);
  return { rows: await sortPosts(page, input).execute(), total };
}

function sortPosts<O>(query: SelectQueryBuilder<Tables, 'posts', O>, { sort, order }: ListInput) {
  if (sort === undefined) return orderPosts(query);
  const direction = order ?? (sort === 'title' ? 'asc' : 'desc');
  return query.orderBy(orders[sort], direction).orderBy(sql.ref('posts.slug'), direction);
}

/** The sort key of each order, before the id; migration 0020 has an index for each. */
const orders: Record<NonNullable<ListInput['sort']>, RawBuilder<unknown>> = {
  date: sql.ref('posts.date'),
  updated: sql.ref('posts.updated_at'),
  title: sql`lower(posts.title)`,
};

function fits({ category, status, author, tag, tags = [], search, from, to }: ListInput, now: string | undefined) {
  const all = [...tags, ...(tag === undefined ? [] : [tag])];
  return (eb: ExpressionBuilder<Tables, 'posts'>) =>
    eb.and([
      seenAt(now, 'post', tags.length > 0 ? 'elsewhere' : undefined)(eb),
      ...(category === undefined ? [] : [eb('posts.category', '=', category)]),
      ...(status === undefined ? [] : [eb('posts.status', '=', status)]),
      ...(from === undefined ? [] : [eb('posts.date', '>=', from)]),
      ...(to === undefined ? [] : [eb('posts.date', '<=', to)]),
      ...(author === undefined ? [] : [isAmongWritten(author)(eb)]),
      ...all.map((name) => isAmongTagged(name)(eb)),
      ...(search === undefined ? [] : [isAmongFound(search)(eb)]),
    ]);
}
