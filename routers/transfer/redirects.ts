import type { SqlEntityManager } from '@mikro-orm/sql';

import { decodePercent } from '../../shared/decode-percent.ts';
import { kyselyOf } from '../../entities/kysely.ts';
import type { Post } from '../../entities/post.ts';
import { timestamp } from '../base/clock.ts';
import type { CallContext } from '../core/context.ts';
import { ownPaths } from '../data/redirects/path.ts';
import { visibleAt } from '../posts/visible.ts';
import { asPath } from './paths.ts';

/**
 * Stores old paths as redirects. An existing redirect to another post stays.
 *
 * @param post_key the post
 * @returns whether a redirect is new
 */
export async function addRedirects(tx: SqlEntityManager, post_key: number, paths: string[]): Promise<boolean> {
  const wanted = [...new Set(paths.map(asPath))];
  if (wanted.length === 0) return false;
  const added = await kyselyOf(tx)
    .insertInto('redirects')
    .values(wanted.map((path) => ({ path, post_key })))
    .onConflict((conflict) => conflict.column('path').doNothing())
    .returning('path')
    .execute();
  return added.length > 0;
}

/** A post after it was written. */
export type Stored = Pick<Post, 'key' | 'kind' | 'slug' | 'status'> & { publishAt?: string | null };

/**
 * How many of these paths lead to a post, and how many of them answer now; nothing without paths. Those that the service
 * answers with another page, or with the post itself, do not lead to it.
 */
export async function countRedirects(
  { clock }: CallContext,
  tx: SqlEntityManager,
  { key, status, publishAt = null }: Stored,
  paths: string[],
): Promise<{ redirects?: number; activeRedirects?: number }> {
  if (paths.length === 0) return {};
  const now = timestamp(clock);
  const isPublic = status === 'published' && (publishAt === null || publishAt <= now);
  const redirects = await countLeading(tx, key, now, [...new Set(paths.map(asPath))]);
  return { redirects, activeRedirects: isPublic ? redirects : 0 };
}

async function countLeading(tx: SqlEntityManager, post_key: number, now: string, paths: string[]): Promise<number> {
  const stored = await kyselyOf(tx)
    .selectFrom('redirects')
    .select('path')
    .where('post_key', '=', post_key)
    .where('path', 'in', paths)
    .execute();
  const sources = stored.map(({ path }) => decodePercent(path)).filter((path) => !ownPaths.has(path));
  if (sources.length === 0) return 0;
  const pages = await kyselyOf(tx)
    .selectFrom('posts')
    .select(['slug', 'kind'])
    .where('slug', 'in', [...new Set(sources.map((path) => path.replace(/^\/(?:posts\/)?/, '')))])
    .where((post) => post.or([post('key', '=', post_key), visibleAt(now, 'any')(post)]))
    .execute();
  const shown = new Set(pages.map(({ slug, kind }) => (kind === 'page' ? `/${slug}` : `/posts/${slug}`)));
  return sources.filter((path) => !shown.has(path)).length;
}
