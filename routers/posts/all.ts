import { sql, type ExpressionBuilder, type RawBuilder, type SelectQueryBuilder } from 'kysely';

import type { Tables } from '../../entities/index.ts';
import { fieldsWith } from '../../shared/post-fields.ts';
import { timestamp } from '../base/clock.ts';
import type { CallContext } from '../core/context.ts';
import { countRows } from '../data/count-rows.ts';
import { readerOf } from '../core/reader.ts';
import type { PostOverview } from './answers.ts';
import { isAmongFound, isAmongTagged, isAmongWritten } from './conditions.ts';
import type { AllInput } from './schemas.ts';
import { rowFields, postFieldColumns } from './columns.ts';
import { summaryColumns, toSummary } from './summary.ts';
import { countList } from './totals.ts';
import { ofKind, visibleAt } from './visible.ts';

type Filters = Omit<AllInput, 'page' | 'pageSize' | 'sort' | 'order'>;

/** The fields that only this list shows. */
const inAdminList = fieldsWith('shownIn', 'adminList');

/** Some of all posts, or of all pages, for the administrator, and their number. Two statements. */
export async function listAllPosts(
  ctx: CallContext,
  { page, pageSize, ...input }: AllInput,
): Promise<{ posts: PostOverview[]; total: number }> {
  const db = readerOf(ctx);
  const found = db.selectFrom('posts').where(fits(input, timestamp(ctx.clock)));
  // The keys first, by an index if possible, because the rows of posts are large.
  const keys = sortPosts(withCounters(found).select('posts.key'), input)
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  const shown = (some: typeof keys | number[]) =>
    sortPosts(overviewsOf(db.selectFrom('posts').where('posts.key', 'in', some)), input).execute();
  if (input.search === undefined || page > 1) {
    const total = await countAll(ctx, input, found);
    return { posts: (await shown(keys)).map(toOverview), total };
  }
  // A search reads all texts, so that it counts while it looks for the page.
  const some = await keys.select(sql<number>`count(*) over ()`.as('total')).execute();
  if (some.length === 0) return { posts: [], total: 0 };
  const rows = await shown(some.map(({ key }) => key));
  return { posts: rows.map(toOverview), total: Number(some[0]!.total) };
}

/** The database keeps the number of posts of a status; scheduled ones and pages are few. */
async function countAll(
  ctx: CallContext,
  { kind, status, search, category, tag, author }: Filters,
  found: Posts,
): Promise<number> {
  if (kind !== 'post' || status === 'scheduled' || search !== undefined || author !== undefined)
    return countRows(found);
  const list = { category, tag, status, now: status === 'published' ? timestamp(ctx.clock) : undefined };
  return (await countList(ctx.em, list)).total;
}

function sortPosts<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  { sort, order }: Pick<AllInput, 'sort' | 'order'>,
) {
  return [...orders[sort], sql.ref('posts.key')].reduce((some, column) => some.orderBy(column, order), query);
}

/** The sort keys of each order. */
const orders: Record<AllInput['sort'], RawBuilder<unknown>[]> = {
  date: [sql.ref('posts.date'), sql.ref('posts.created_at')],
  title: [sql`lower(posts.title)`],
  updated: [sql.ref('posts.updated_at')],
  views: [sql`coalesce(post_counters.views, 0)`],
  likes: [sql`coalesce(post_counters.likes, 0)`],
  comments: [sql`coalesce(post_scores.comments, 0)`],
};

/** The condition of the posts that match filters. @param now ISO 8601 in UTC */
export function fits({ kind, status, category, tag, author, search }: Filters, now: string) {
  return (eb: ExpressionBuilder<Tables, 'posts'>) =>
    eb.and([
      ofKind(kind)(eb),
      ...(status === undefined ? [] : [hasStatus(status, now)(eb)]),
      ...(category === undefined ? [] : [eb('posts.category', '=', category)]),
      ...(tag === undefined ? [] : [isAmongTagged(tag)(eb)]),
      ...(author === undefined ? [] : [isAmongWritten(author)(eb)]),
      ...(search === undefined ? [] : [isAmongFound(search)(eb)]),
    ]);
}

/** A scheduled post is a published one with a publish time in the future. */
function hasStatus(status: NonNullable<AllInput['status']>, now: string) {
  return (eb: ExpressionBuilder<Tables, 'posts'>) => {
    if (status === 'published') return visibleAt(now, 'any')(eb);
    if (status === 'draft') return eb('posts.status', '=', 'draft');
    return eb.and([eb('posts.status', '=', 'published'), eb('posts.publish_at', '>', now)]);
  };
}

type Posts = SelectQueryBuilder<Tables, 'posts', object>;

function withCounters(posts: Posts) {
  return posts
    .leftJoin('post_counters', 'post_counters.post_key', 'posts.key')
    .leftJoin('post_scores', 'post_scores.post_key', 'posts.key');
}

function overviewsOf(posts: Posts) {
  return withCounters(posts)
    .leftJoin('working_copies', 'working_copies.post_key', 'posts.key')
    .select([
      ...summaryColumns,
      ...postFieldColumns(inAdminList),
      'posts.version',
      'posts.created_at',
      'posts.updated_at',
      'post_counters.views',
      'post_counters.likes',
      'post_scores.comments',
      'working_copies.saved_at',
    ]);
}

function toOverview(row: Awaited<ReturnType<ReturnType<typeof overviewsOf>['execute']>>[number]): PostOverview {
  return {
    ...toSummary(row),
    ...rowFields(row, inAdminList),
    version: row.version,
    created_at: row.created_at,
    updated_at: row.updated_at,
    views: row.views ?? 0,
    likes: row.likes ?? 0,
    comments: row.comments ?? 0,
    hasWorkingCopy: row.saved_at === null ? 0 : 1,
  };
}
