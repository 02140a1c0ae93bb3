import type { ExpressionBuilder } from 'kysely';

import type { CommentStatus, Section } from '../../entities/comment.ts';
import type { Tables } from '../../entities/index.ts';
import { contains, patternOf } from '../contains.ts';
import type { CallContext } from '../context.ts';
import { slugIn } from '../posts/store.ts';
import { prepared } from '../prepared.ts';
import { readerOf } from '../reader.ts';
import type { AdminListInput } from './schemas.ts';
import { commentColumns, commentsWithParents, shapeOf } from './shape.ts';
import { isSection, sections } from './thread.ts';

interface Filters {
  status: CommentStatus | undefined;
  section: Section | undefined;
  slug: string | undefined;
  pattern: string | undefined;
}

/** A page of all comments in the order asked for, each with the title of what it hangs on. */
export async function listAllComments(ctx: CallContext, { page, pageSize, order, ...input }: AdminListInput) {
  const filters = filtersIn(input);
  const heldFirst = order === 'held' || undefined;
  const reader = readerOf(ctx);
  const window = { limit: pageSize, offset: (page - 1) * pageSize };
  const rows = await pageOf(ctx.em, { ...filters, heldFirst, ...window }, reader);
  const [counted] = await count(ctx.em, filters, reader);
  return {
    comments: rows.map((row) => ({
      ...shapeOf(row, row.section ?? row.slug ?? ''),
      post_title: row.section ? sections[row.section] : (row.title ?? ''),
      // Kept of an approved one, for when its approval is taken back.
      heldBecause: row.status === 'pending' ? row.held_because : null,
    })),
    total: counted?.total ?? 0,
  };
}

function filtersIn({ status, post, search }: Pick<AdminListInput, 'status' | 'post' | 'search'>): Filters {
  const section = post !== undefined && isSection(post) ? post : undefined;
  return {
    status,
    section,
    slug: post === undefined || section !== undefined ? undefined : slugIn(post),
    pattern: search === undefined ? undefined : patternOf(search),
  };
}

/** In the order of an index: "pending" comes after "approved". */
const orders = {
  newest: [['comments.key', 'desc']],
  held: [
    ['comments.status', 'desc'],
    ['comments.key', 'desc'],
  ],
} as const;

type PageAsked = Filters & { heldFirst: true | undefined; limit: number; offset: number };

/** The keys first, in the order of an index: posts and parents are looked up for what is shown only. */
const pageOf = prepared((db, { limit, offset, heldFirst, ...filters }: PageAsked) => {
  const order = heldFirst === undefined ? orders.newest : orders.held;
  const keys = db.selectFrom('comments').where(fits(filters)).select('comments.key').limit(limit).offset(offset);
  const page = order.reduce((query, [column, direction]) => query.orderBy(column, direction), keys).as('page');
  const shown = commentsWithParents(db)
    .innerJoin(page, 'page.key', 'comments.key')
    .leftJoin('posts', 'posts.key', 'comments.post_key')
    .select(commentColumns)
    .select(['comments.held_because', 'comments.section', 'posts.slug', 'posts.title']);
  return order.reduce((query, [column, direction]) => query.orderBy(column, direction), shown);
});

const count = prepared((db, filters: Filters) =>
  db
    .selectFrom('comments')
    .where(fits(filters))
    .select(({ fn }) => fn.countAll<number>().as('total')),
);

function fits({ status, section, slug, pattern }: Filters) {
  return ({ and, eb, selectFrom }: ExpressionBuilder<Tables, 'comments'>) =>
    and([
      ...(status === undefined ? [] : [eb('comments.status', '=', status)]),
      ...(section === undefined ? [] : [eb('comments.section', '=', section)]),
      ...(slug === undefined
        ? []
        : [eb('comments.post_key', '=', selectFrom('posts').select('posts.key').where('posts.slug', '=', slug))]),
      ...(pattern === undefined ? [] : [contains('comments.search_text', pattern)]),
    ]);
}
