import type { ExpressionBuilder } from 'kysely';

import type { CommentStatus, Section } from '../../entities/comment.ts';
import type { Tables } from '../../entities/index.ts';
import { contains, patternOf } from '../contains.ts';
import type { CallContext } from '../context.ts';
import { slugIn } from '../posts/store.ts';
import { prepared } from '../prepared.ts';
import type { AdminListInput } from './schemas.ts';
import { commentColumns, commentsWithParents, shapeOf } from './shape.ts';
import { isSection, sections } from './thread.ts';

interface Filters {
  status: CommentStatus | undefined;
  section: Section | undefined;
  slug: string | undefined;
  pattern: string | undefined;
}

/** A page of all comments, the newest first, each with the title of what it hangs on. */
export async function listAllComments(ctx: CallContext, { page, pageSize, ...input }: AdminListInput) {
  const filters = filtersIn(input);
  const rows = await pageOf(ctx.em, { ...filters, limit: pageSize, offset: (page - 1) * pageSize });
  const [counted] = await count(ctx.em, filters);
  return {
    comments: rows.map((row) => ({
      ...shapeOf(row, row.section ?? row.slug ?? ''),
      post_title: row.section ? sections[row.section] : (row.title ?? ''),
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

/** The keys first, in the order of an index: posts and parents are looked up for what is shown only. */
const pageOf = prepared((db, { limit, offset, ...filters }: Filters & { limit: number; offset: number }) =>
  commentsWithParents(db)
    .innerJoin(
      db
        .selectFrom('comments')
        .where(fits(filters))
        .select('comments.key')
        .orderBy('comments.key', 'desc')
        .limit(limit)
        .offset(offset)
        .as('page'),
      'page.key',
      'comments.key',
    )
    .leftJoin('posts', 'posts.key', 'comments.post_key')
    .select(commentColumns)
    .select(['comments.section', 'posts.slug', 'posts.title'])
    .orderBy('comments.key', 'desc'),
);

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
