import { sql, type ExpressionBuilder, type ExpressionWrapper, type RawBuilder, type SqlBool } from 'kysely';

import type { Tables } from '../../entities/index.ts';
import type { PostKind } from '../../entities/post.ts';
import { seesHidden } from '../base/callers.ts';
import { timestamp } from '../base/clock.ts';
import type { CallContext } from '../core/context.ts';
import { unindexed } from '../data/unindexed.ts';

type Condition = (eb: ExpressionBuilder<Tables, 'posts'>) => ExpressionWrapper<Tables, 'posts', SqlBool>;

/** Pages, in a form that their index answers. */
export const isPage = sql<SqlBool>`posts.kind = 'page'`;

/** Published, of posts that another condition finds. */
export const isPublished = sql<SqlBool>`${unindexed('posts.status')} = 'published'`;

/** The threads of pages of other sites, which no list of posts shows; `_` is in no other slug. */
export const isThread = sql<SqlBool>`(posts.slug >= 'thread_' and posts.slug < 'thread\`')`;

/**
 * Outside of the trash. Rows of the trash are drafts, so that public reads need no condition; the comparison of the
 * status comes first because that column stands before the text in a row.
 */
export const isOutsideTrash = sql<SqlBool>`(${unindexed('posts.status')} = 'published' or posts.trash_until is null)`;

/** The keys of the trash, as a subquery. */
export const trashKeys = sql<number>`(select posts.key from posts where posts.trash_until is not null)`;

/** The keys of the pages, as a subquery. */
export const pageKeys = sql<number>`(select posts.key from posts where ${isPage})`;

/**
 * The condition of a kind. Posts are all rows except pages, which are few: the indexes of posts contain the keys, so a
 * list still reads no row that it does not show. Threads of pages of other sites, and the trash, are of no kind.
 */
export function ofKind(kind: PostKind | 'any'): Condition {
  return (expressions) =>
    expressions.and([
      ofPublicKind(kind)(expressions),
      isOutsideTrash,
      ...(kind === 'page' ? [] : [expressions.not(isThread)]),
    ]);
}

/** The same among public rows, of which none is a thread. */
function ofPublicKind(kind: PostKind | 'any'): Condition {
  return ({ eb, and }) => {
    if (kind === 'any') return and([]);
    return kind === 'page' ? and([isPage]) : eb('posts.key', 'not in', pageKeys);
  };
}

/**
 * The condition of public posts: published, and the publish time has passed. Every public read uses it, so that
 * nothing can disclose hidden posts.
 *
 * @param now ISO 8601 in UTC
 * @param kind `any` for posts and pages
 * @param found whether another condition finds the posts, and no index of public posts is to be read
 */
export function visibleAt(now: string, kind: PostKind | 'any' = 'post', found?: 'elsewhere'): Condition {
  return (eb) =>
    eb.and([
      kind === 'page' || found ? isPublished : eb('posts.status', '=', 'published'),
      eb.or([eb('posts.publish_at', 'is', null), eb('posts.publish_at', '<=', now)]),
      ofPublicKind(kind)(eb),
    ]);
}

/**
 * The condition that a key, found elsewhere, is that of a public post: one lookup for each in an index that has all of it,
 * so that drafts and the trash cost nothing, and the large rows of posts are not read.
 *
 * @param key a column with keys of posts
 * @param now ISO 8601 in UTC
 * @param withPages whether pages may be shown
 */
export function isPublicKey(
  dialect: 'sqlite' | 'postgres',
  key: string,
  now: string,
  withPages?: true,
): RawBuilder<SqlBool> {
  // SQLite would look up the row. PostgreSQL has no such hint, and chooses the index itself.
  const index = dialect === 'sqlite' ? sql` indexed by posts_ids` : sql``;
  const pages = withPages ? sql`` : sql` and ${sql.ref(key)} not in ${pageKeys}`;
  return sql<SqlBool>`(exists (select 1 from posts as shown${index}
    where shown.status = 'published' and shown.key = ${sql.ref(key)}
      and (shown.publish_at is null or shown.publish_at <= ${now}))${pages})`;
}

/**
 * The keys of all that is not public, as a subquery.
 *
 * @param now ISO 8601 in UTC
 */
export function hiddenAt(now: string): RawBuilder<number> {
  return sql<number>`(select key from posts where status = 'draft' union all select key from posts where publish_at > ${now}
    union all select posts.key from posts where ${isPage})`;
}

/**
 * The keys of posts and pages that are not public, as a subquery: without the threads of pages of other sites.
 *
 * @param now ISO 8601 in UTC
 */
export function hiddenPostsAt(now: string): RawBuilder<number> {
  return sql<number>`(select posts.key from posts where posts.status = 'draft' and not ${isThread} union all select posts.key from posts where posts.publish_at > ${now})`;
}

/**
 * The condition of posts and pages with comments: all posts, and pages with `allowComments` (docs/interface.md, G4).
 */
export const takesComments: Condition = ({ eb, or }) =>
  or([eb('posts.kind', '=', 'post'), eb('posts.allow_comments', '=', 1)]);

/**
 * The condition of posts that a caller may see: those public at this time; all without a time (administrator, scope
 * `drafts`).
 */
export function seenAt(now: string | undefined, kind: PostKind | 'any' = 'post', found?: 'elsewhere'): Condition {
  return now === undefined ? ofKind(kind) : visibleAt(now, kind, found);
}

/** The time of a public read; undefined for callers who see hidden posts. */
export function viewFor(ctx: CallContext): { now: string | undefined } {
  return { now: seesHidden(ctx) ? undefined : timestamp(ctx.clock) };
}
