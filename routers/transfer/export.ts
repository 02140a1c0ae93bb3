import { kyselyOf } from '../../entities/kysely.ts';
import type { CallContext } from '../context.ts';
import { cursorOf, keyOfCursor } from '../cursor.ts';
import { walkPosts } from '../posts/read.ts';

/** Posts a page; with the longest contents still an answer that fits in memory. */
const PAGE = 25;

/**
 * One step of the walk over all posts, in the order in which they were made.
 *
 * @param cursor from the step before; absent at the start
 */
export async function exportPosts(ctx: CallContext, cursor: string | undefined) {
  const rows = await walkPosts(ctx.em, cursor === undefined ? 0 : keyOfCursor('cursor', cursor), PAGE + 1);
  const page = rows.slice(0, PAGE);
  const last = page.at(-1);
  const redirects = await redirectsOf(
    ctx,
    page.map(({ key }) => key),
  );
  return {
    posts: page.map(({ key, sourceKey, post }) => ({ ...post, sourceKey, aliases: redirects.get(key) ?? [] })),
    ...(last && rows.length > PAGE && { cursor: cursorOf(last.key) }),
  };
}

async function redirectsOf(ctx: CallContext, keys: number[]): Promise<Map<number, string[]>> {
  const paths = new Map<number, string[]>();
  if (keys.length === 0) return paths;
  const rows = await kyselyOf(ctx.em)
    .selectFrom('redirects')
    .selectAll()
    .where('post_key', 'in', keys)
    .orderBy('path')
    .execute();
  for (const { post_key, path } of rows) paths.set(post_key, [...(paths.get(post_key) ?? []), path]);
  return paths;
}
