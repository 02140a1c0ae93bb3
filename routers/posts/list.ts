import { sql, type ExpressionBuilder, type Kysely, type SelectQueryBuilder } from 'kysely';

import type { Tables } from '../../entities/index.ts';
import { seesHidden } from '../base/callers.ts';
import { contains, likePatterns, type Patterns } from '../data/words/contains.ts';
import type { CallContext } from '../core/context.ts';
import { prepareQuery } from '../base/prepare-query.ts';
import { readerOf } from '../core/reader.ts';
import { byFrequentAuthor, byRareAuthor } from './by-author.ts';
import { selectPosts, isFiltered } from './select.ts';
import { listSize, withIncluded } from './include.ts';
import { orderPosts } from './order.ts';
import type { ListInput } from './schemas.ts';
import { listColumns, listItem } from './summary.ts';
import { hasTag, countList } from './totals.ts';
import { seenAt, viewFor } from './visible.ts';

type Filters = Pick<ListInput, 'category' | 'status'> & ReturnType<typeof viewFor>;
type Tagged = Filters & { tag: string };
type Searched = Filters & Pick<ListInput, 'tag'> & Patterns;

interface Window {
  limit: number;
  offset: number;
}

/** A page of the posts visible to the caller, their number, and the page size. */
export async function listPosts(ctx: CallContext, input: ListInput) {
  const pageSize = listSize(ctx, input);
  if (input.status === 'draft' && !seesHidden(ctx)) return { posts: [], total: 0, page: input.page, pageSize };
  const window = { limit: pageSize, offset: (input.page - 1) * pageSize };
  const { rows, total } = isFiltered(input) ? await selectPosts(ctx, input, window) : await usual(ctx, input, window);
  const posts = await withIncluded(ctx, rows.map(listItem), input);
  return { posts, total, page: input.page, pageSize };
}

/** A page in the default order. Two statements at most. */
async function usual(ctx: CallContext, { status, category, tag, author, search }: ListInput, window: Window) {
  const filters = { category, status, ...viewFor(ctx) };
  if (search !== undefined) return searchList(ctx, { ...filters, tag, ...likePatterns(search) }, window);

  const { total, all } = await countList(ctx.em, { ...filters, tag, author });
  if (author !== undefined) {
    const read = isRare(total, all, window) ? byRareAuthor : byFrequentAuthor;
    return { rows: await read(ctx.em, { ...viewFor(ctx), status, author, ...window }), total };
  }
  const rows =
    tag === undefined
      ? await inOrder(ctx.em, { ...filters, ...window })
      : await (isRare(total, all, window) ? withRareTag : withTag)(ctx.em, { ...filters, tag, ...window });
  return { rows, total };
}

/** A page of a list in the order of an index. */
const inOrder = prepareQuery((db, { limit, offset, ...filters }: Filters & Window) =>
  orderPosts(db.selectFrom('posts').where(fits(filters)).select(listColumns))
    .limit(limit)
    .offset(offset),
);

// SQLite reads the tables of a cross join in the order of the statement; PostgreSQL chooses one itself.

/** A page of the posts with a frequent tag: scans all posts in the order of the list and skips the others. */
const withTag = prepareQuery((db, { limit, offset, ...tagged }: Tagged & Window) =>
  orderPosts(having(tagged, db.selectFrom('posts').crossJoin('post_tags')))
    .limit(limit)
    .offset(offset),
);

/** A page of the posts with a rare tag: finds all of them and sorts them. */
const withRareTag = prepareQuery((db, { limit, offset, ...tagged }: Tagged & Window) =>
  orderPosts(having(tagged, db.selectFrom('post_tags').crossJoin('posts')))
    .limit(limit)
    .offset(offset),
);

function having({ tag, ...filters }: Tagged, tables: SelectQueryBuilder<Tables, 'posts' | 'post_tags', {}>) {
  return tables
    .whereRef('post_tags.post_key', '=', 'posts.key')
    .where('post_tags.name', '=', tag)
    .where(fits(filters))
    .select(listColumns);
}

/** Whether reading `total` posts by the index costs less than scanning `all` until a page is full. */
function isRare(total: number, all: number, { limit, offset }: Window): boolean {
  return total * total < all * (offset + limit);
}

/** Scans the text of every post once, for the page and for the number of posts. */
const searched = prepareQuery((db, { pattern, formerPattern, limit, offset, ...filters }: Searched & Window) =>
  orderPosts(
    db
      .selectFrom(
        orderPosts(
          containing(db, filters, { pattern, formerPattern }).select([
            'posts.key',
            sql<number>`count(*) over ()`.as('total'),
          ]),
        )
          .limit(limit)
          .offset(offset)
          .as('page'),
      )
      .innerJoin('posts', 'posts.key', 'page.key')
      .select([...listColumns, 'page.total']),
  ),
);

const countSearched = prepareQuery((db, { pattern, formerPattern, ...filters }: Searched) =>
  containing(db, filters, { pattern, formerPattern }).select(({ fn }) => fn.countAll<number>().as('total')),
);

function containing(db: Kysely<Tables>, { tag, ...filters }: Omit<Searched, keyof Patterns>, patterns: Patterns) {
  const found = db
    .selectFrom('post_search')
    .crossJoin('posts')
    .whereRef('posts.key', '=', 'post_search.post_key')
    .where(contains('posts', patterns))
    .where(fits(filters));
  return tag === undefined ? found : found.where(hasTag(tag));
}

function fits({ now, category, status }: Filters) {
  return (eb: ExpressionBuilder<Tables, 'posts'>) =>
    eb.and([
      seenAt(now)(eb),
      ...(category === undefined ? [] : [eb('posts.category', '=', category)]),
      ...(status === undefined ? [] : [eb('posts.status', '=', status)]),
    ]);
}

async function searchList(ctx: CallContext, filters: Searched, window: Window) {
  const rows = await searched(ctx.em, { ...filters, ...window }, readerOf(ctx));
  const isBeyond = rows.length === 0 && window.offset > 0;
  const [counted] = isBeyond ? await countSearched(ctx.em, filters, readerOf(ctx)) : rows;
  return { rows, total: counted?.total ?? 0 };
}
