import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../entities/kysely.ts';
import type { Post } from '../../entities/post.ts';
import { timestamp } from '../base/clock.ts';
import type { CallContext } from '../core/context.ts';
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
 * How many of these paths lead to a post, its own path aside, and how many of them answer now; nothing without paths.
 */
export async function countRedirects(
  { clock }: CallContext,
  tx: SqlEntityManager,
  { key, kind, slug, status, publishAt = null }: Stored,
  paths: string[],
): Promise<{ redirects?: number; activeRedirects?: number }> {
  if (paths.length === 0) return {};
  const own = kind === 'page' ? `/${slug}` : `/posts/${slug}`;
  const { count } = await kyselyOf(tx)
    .selectFrom('redirects')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('post_key', '=', key)
    .where('path', 'in', [...new Set(paths.map(asPath))])
    .where('path', 'not in', [own, encodeURI(own)])
    .executeTakeFirstOrThrow();
  const isPublic = status === 'published' && (publishAt === null || publishAt <= timestamp(clock));
  return { redirects: Number(count), activeRedirects: isPublic ? Number(count) : 0 };
}
