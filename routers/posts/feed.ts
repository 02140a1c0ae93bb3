import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';

import type { PostKind } from '../../entities/post.ts';
import { timestamp } from '../base/clock.ts';
import type { CallContext } from '../core/context.ts';
import { prepareQuery } from '../base/prepare-query.ts';
import { readerOf } from '../core/reader.ts';
import { hasAuthor } from './by-author.ts';
import { parseList } from './columns.ts';
import { summaryColumns, toSummary } from './summary.ts';
import { hasTag, countList } from './totals.ts';
import { isPage, pageKeys, visibleAt } from './visible.ts';

// Only public posts, for all callers.

interface Newest {
  now: string;
  limit: number;
  tag?: string | undefined;
  category?: string | undefined;
  author?: string | undefined;
}

const newest = prepareQuery((db, { now, limit, tag, category, author }: Newest) => {
  const posts = db
    .selectFrom('posts')
    .select([...summaryColumns, 'posts.content', 'posts.created_at', 'posts.updated_at', 'posts.publish_at'])
    .select(['posts.source_key', 'posts.canonical_url', 'posts.authors'])
    .where(visibleAt(now))
    .orderBy('posts.date', 'desc')
    .orderBy('posts.created_at', 'desc')
    .orderBy('posts.slug')
    .limit(limit);
  const inCategory = category === undefined ? posts : posts.where('posts.category', '=', category);
  const byAuthor = author === undefined ? inCategory : inCategory.where(hasAuthor(author));
  return tag === undefined ? byAuthor : byAuthor.where(hasTag(tag));
});

/**
 * The newest public posts with their texts, which are empty for protected posts.
 *
 * @param named the tag, category or author that they have; absent: any posts
 */
export async function newestPosts(
  ctx: CallContext,
  limit: number,
  named?: { kind: 'category' | 'tag' | 'author'; name: string },
) {
  const window = { now: timestamp(ctx.clock), limit };
  // For a rare name, all posts are searched, from the newest on.
  const rows = named
    ? await newest(ctx.em, { ...window, [named.kind]: named.name }, readerOf(ctx))
    : await newest(ctx.em, window);
  return rows.map((row) => ({
    ...toSummary(row),
    authors: parseList(row.authors),
    content: row.protected ? '' : row.content,
    created_at: row.created_at,
    isImported: row.source_key !== null,
    publish_at: row.publish_at,
    canonicalUrl: row.canonical_url,
    updated_at: row.updated_at,
  }));
}

export type FeedPost = Awaited<ReturnType<typeof newestPosts>>[number];

const newestPlain = prepareQuery((db, { now, limit }: { now: string; limit: number }) =>
  db
    .selectFrom('posts')
    .select(['posts.slug as id', 'posts.title', 'posts.excerpt'])
    .where(visibleAt(now))
    .where('posts.protected', '=', 0)
    .orderBy('posts.date', 'desc')
    .orderBy('posts.created_at', 'desc')
    .orderBy('posts.slug')
    .limit(limit),
);

/** The newest public, unprotected posts without their texts. */
export function newestPlainPosts(ctx: CallContext, limit: number) {
  return newestPlain(ctx.em, { now: timestamp(ctx.clock), limit });
}

const plainPages = prepareQuery((db, { now, limit }: { now: string; limit: number }) =>
  db
    .selectFrom('posts')
    .select(['posts.slug as id', 'posts.title', 'posts.excerpt'])
    .where(visibleAt(now, 'page'))
    .where('posts.protected', '=', 0)
    .orderBy(sql`lower(posts.title)`)
    .orderBy('posts.slug')
    .limit(limit),
);

/** The public, unprotected pages by title, without their texts. */
export function publicPlainPages(ctx: CallContext, limit: number) {
  return plainPages(ctx.em, { now: timestamp(ctx.clock), limit });
}

/** Ids per turn of the event loop. */
const AT_ONCE = 1000;

const ids = prepareQuery(
  (db, { now, base, after, limit }: { now: string; base: string; after: number; limit: number }) =>
    db
      .selectFrom('posts')
      .select(['posts.key', 'posts.slug as id', 'posts.updated_at'])
      // Not the column, which is in no index.
      .select(sql<PostKind>`case when posts.key in ${pageKeys} then 'page' else 'post' end`.as('kind'))
      .where(visibleAt(now, 'any'))
      .where('posts.key', 'not in', unlistedKeys(base))
      .where('posts.key', '>', after)
      .orderBy('posts.key')
      .limit(limit),
);

const keyAt = prepareQuery((db, { now, base, offset }: { now: string; base: string; offset: number }) =>
  db
    .selectFrom('posts')
    .select('posts.key')
    .where(visibleAt(now, 'any'))
    .where('posts.key', 'not in', unlistedKeys(base))
    .orderBy('posts.key')
    .limit(1)
    .offset(offset),
);

/**
 * The ids of the posts and pages in the sitemap, oldest first, with the time of the last change. Yields to the event loop
 * between batches.
 *
 * @param base the address of the site, without a slash at its end
 */
export async function* listedIds(
  ctx: CallContext,
  { base, limit, offset }: { base: string; limit: number; offset: number },
) {
  const now = timestamp(ctx.clock);
  const [before] = offset === 0 ? [{ key: 0 }] : await keyAt(ctx.em, { now, base, offset: offset - 1 });
  let after = before?.key ?? null;
  for (let left = limit; left > 0 && after !== null; left -= AT_ONCE) {
    const batch = await ids(ctx.em, { now, base, after, limit: Math.min(AT_ONCE, left) });
    yield batch;
    after = batch.at(-1)?.key ?? null;
    await setImmediate();
  }
}

const lastChanged = prepareQuery((db, { now }: { now: string }) =>
  db.selectFrom('posts').select('posts.updated_at').where(visibleAt(now)).orderBy('posts.updated_at', 'desc').limit(1),
);

/** The number of public posts and the time of their last change; null without posts. */
export async function countVisible(ctx: CallContext): Promise<{ count: number; changed: string | null }> {
  const now = timestamp(ctx.clock);
  const { total } = await countList(ctx.em, { now });
  const [last] = await lastChanged(ctx.em, { now });
  return { count: total, changed: last?.updated_at ?? null };
}

const pages = prepareQuery((db, { now }: { now: string }) =>
  db
    .selectFrom('posts')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where(isPage)
    .where(visibleAt(now, 'page')),
);

const unlistedPosts = prepareQuery((db, { now, base }: { now: string; base: string }) =>
  db
    .selectFrom('posts')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('posts.key', 'in', unlistedKeys(base))
    .where(visibleAt(now, 'any', 'elsewhere')),
);

/**
 * The number of posts and pages in the sitemap.
 *
 * @param base the address of the site, without a slash at its end
 */
export async function countListed(ctx: CallContext, base: string): Promise<number> {
  const now = timestamp(ctx.clock);
  const { total } = await countList(ctx.em, { now });
  const [counted] = await pages(ctx.em, { now });
  const [left] = await unlistedPosts(ctx.em, { now, base });
  return total + Number(counted?.total ?? 0) - Number(left?.total ?? 0);
}

/**
 * The keys of posts and pages that no sitemap names: with `noindex`, or with the URL of an original elsewhere. The first
 * condition is that of their index.
 */
function unlistedKeys(base: string) {
  // The values of a prepared statement are placeholders, which only the database can join.
  return sql<number>`(select posts.key from posts where (posts.noindex = 1 or posts.canonical_url <> '')
    and (posts.noindex = 1 or posts.canonical_url not in
      (cast(${base} as text) || '/posts/' || posts.slug, cast(${base} as text) || '/' || posts.slug)))`;
}
