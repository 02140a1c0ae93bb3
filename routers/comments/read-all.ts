import type { SqlEntityManager } from '@mikro-orm/sql';
import { sql, type ExpressionBuilder } from 'kysely';

import { canonicalId } from '../../shared/post-id.ts';
import type { CommentStatus, Section } from '../../entities/comment.ts';
import type { Tables } from '../../entities/index.ts';
import { kyselyOf } from '../../entities/kysely.ts';
import { isAdministrator } from '../base/callers.ts';
import { contains, likePatterns, type Patterns } from '../data/words/contains.ts';
import type { CallContext } from '../core/context.ts';
import { countRows } from '../data/count-rows.ts';
import { isThreadId } from '../../shared/thread-address.ts';
import { siteNamed } from './page.ts';
import { prepareQuery } from '../base/prepare-query.ts';
import { readerOf } from '../core/reader.ts';
import { visibleUntil, onHidden, onPublic, onTrash, outsideTrash } from './seen.ts';
import type { AdminListInput } from './schemas.ts';
import { checkColumns, commentsWithParents, toTitledComment, titledColumns } from './shape.ts';
import { isSection } from './thread.ts';

interface Filters extends Partial<Patterns> {
  status: CommentStatus | undefined;
  onlySpam: true | undefined;
  withoutSpam: true | undefined;
  /** Of all states: what is public, and what waits without being spam. */
  excludesSpam: true | undefined;
  section: Section | undefined;
  slug: string | undefined;
  site: string | undefined;
  /** Only comments on what is public at this time; see `visibleUntil`. */
  publicAt: string | undefined;
  /** Without comments on posts in the trash. */
  isOutsideTrash: true | undefined;
}

/** A page of all comments, each with the title of its post or section. */
export async function listAllComments(ctx: CallContext, { page, pageSize, order, ...input }: AdminListInput) {
  const filters = filtersIn(ctx, input);
  const pendingFirst = order === 'held' || undefined;
  const reader = readerOf(ctx);
  const window = { limit: pageSize, offset: (page - 1) * pageSize };
  const rows = await pageOf(ctx.em, { ...filters, pendingFirst, ...window }, reader);
  return {
    // Nobody but the owner sees addresses.
    comments: rows.map((row) => toTitledComment(isAdministrator(ctx) ? row : { ...row, email: null })),
    total: await countAll(ctx, filters),
  };
}

/**
 * The index of a post finds the comments on hidden ones and in the trash, which are few; all others would have to be read
 * one by one.
 */
async function countAll(ctx: CallContext, { publicAt, ...filters }: Filters): Promise<number> {
  const reader = readerOf(ctx);
  const all = { ...filters, publicAt: undefined, isOutsideTrash: undefined };
  if (filters.excludesSpam) {
    // An index finds the spam, while leaving it out would read every row.
    const every = { ...filters, publicAt, excludesSpam: undefined };
    const spam = await countAll(ctx, { ...every, status: 'pending', onlySpam: true });
    return (await countAll(ctx, every)) - spam;
  }
  const [counted] = await count(ctx.em, all, reader);
  const [hidden] = await countHidden(ctx.em, { ...all, now: publicAt }, reader);
  return (counted?.total ?? 0) - (hidden?.total ?? 0);
}

function filtersIn(ctx: CallContext, { status, exclude, post, site, search }: CommentFilter): Filters {
  const section = post !== undefined && isSection(post) ? post : undefined;
  return {
    status: status === 'spam' ? 'pending' : status,
    onlySpam: status === 'spam' || undefined,
    withoutSpam: status === 'pending' || undefined,
    excludesSpam: (status === undefined && exclude === 'spam') || undefined,
    section,
    slug: post === undefined || section !== undefined ? undefined : slugOrThread(post),
    site: site === undefined ? undefined : siteNamed(site),
    ...(search === undefined ? {} : likePatterns(search)),
    publicAt: visibleUntil(ctx),
    isOutsideTrash: true,
  };
}

/** The id of a thread, or the canonical slug of a post. */
export function slugOrThread(post: string): string {
  return isThreadId(post) ? post : canonicalId(post);
}

type CommentFilter = Pick<AdminListInput, 'status' | 'exclude' | 'post' | 'site' | 'search'>;

/** The number of comments that match a filter, and whose ids come after this one. */
export function countAfter(
  ctx: CallContext,
  tx: SqlEntityManager,
  filter: CommentFilter,
  after: string,
): Promise<number> {
  return countRows(matchesAfter(ctx, tx, filter, after));
}

/** The first ids of these comments. */
export async function idsAfter(
  ctx: CallContext,
  tx: SqlEntityManager,
  filter: CommentFilter,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await matchesAfter(ctx, tx, filter, after)
    .select('comments.id')
    .orderBy('comments.id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

function matchesAfter(ctx: CallContext, tx: SqlEntityManager, filter: CommentFilter, after: string) {
  const found = kyselyOf(tx)
    .selectFrom('comments')
    .where(matches(filtersIn(ctx, filter)));
  return after === '' ? found : found.where('comments.id', '>', after);
}

/** Sort orders that an index supports; "pending" sorts after "approved". */
const orders = {
  newest: [['comments.key', 'desc']],
  held: [
    ['comments.status', 'desc'],
    ['comments.key', 'desc'],
  ],
} as const;

type PageQuery = Filters & { pendingFirst: true | undefined; limit: number; offset: number };

/** Selects the keys of the page first, by an index, and joins posts and parents only for these. */
const pageOf = prepareQuery((db, { limit, offset, pendingFirst, ...filters }: PageQuery) => {
  const order = pendingFirst === undefined ? orders.newest : orders.held;
  const keys = db.selectFrom('comments').where(matches(filters)).select('comments.key').limit(limit).offset(offset);
  const page = order.reduce((query, [column, direction]) => query.orderBy(column, direction), keys).as('page');
  const shown = commentsWithParents(db)
    .innerJoin(page, 'page.key', 'comments.key')
    .leftJoin('posts', 'posts.key', 'comments.post_key')
    .leftJoin('threads', 'threads.post_key', 'comments.post_key')
    .leftJoin('comment_checks', 'comment_checks.comment_key', 'comments.key')
    .select(titledColumns)
    .select('comments.email')
    .select(checkColumns);
  return order.reduce((query, [column, direction]) => query.orderBy(column, direction), shown);
});

const count = prepareQuery((db, filters: Filters) =>
  db
    .selectFrom('comments')
    .where(matches(filters))
    .select(({ fn }) => fn.countAll<number>().as('total')),
);

const countHidden = prepareQuery((db, { now, ...filters }: Filters & { now: string | undefined }) =>
  db
    .selectFrom('comments')
    .where(matches(filters))
    .where(now === undefined ? onTrash : onHidden(now))
    .select(({ fn }) => fn.countAll<number>().as('total')),
);

function matches({ status, onlySpam, withoutSpam, excludesSpam, section, slug, site, ...filters }: Filters) {
  const { pattern, formerPattern, publicAt, isOutsideTrash } = filters;
  return (expressions: ExpressionBuilder<Tables, 'comments'>) => {
    const { and, or, eb, selectFrom } = expressions;
    return and([
      ...(isOutsideTrash ? [outsideTrash(expressions)] : []),
      ...(publicAt === undefined ? [] : [onPublic(publicAt)(expressions)]),
      ...(status === undefined ? [] : [eb('comments.status', '=', status)]),
      ...(onlySpam ? [eb('comments.verdict', '=', sql.lit('spam'))] : []),
      ...(withoutSpam ? [or([eb('comments.verdict', 'is', null), eb('comments.verdict', '<>', sql.lit('spam'))])] : []),
      ...(excludesSpam
        ? [
            or([
              eb('comments.status', '=', 'approved'),
              eb('comments.verdict', 'is', null),
              eb('comments.verdict', '<>', sql.lit('spam')),
            ]),
          ]
        : []),
      ...(section === undefined ? [] : [eb('comments.section', '=', section)]),
      ...(slug === undefined
        ? []
        : [eb('comments.post_key', '=', selectFrom('posts').select('posts.key').where('posts.slug', '=', slug))]),
      ...(site === undefined
        ? []
        : [
            eb(
              'comments.post_key',
              'in',
              selectFrom('threads').select('threads.post_key').where('threads.site', '=', site),
            ),
          ]),
      ...(pattern === undefined ? [] : [contains('comments', { pattern, formerPattern })]),
    ]);
  };
}
