import { sql } from 'kysely';

import { kyselyOf } from '../../entities/kysely.ts';
import type { CallContext } from '../core/context.ts';
import { formatCursor, keyOfCursor } from '../data/cursor.ts';
import { walkPosts } from '../posts/read.ts';
import { ofKind } from '../posts/visible.ts';

/** The maximum number of posts on a page, and of bytes of their texts, unless a single one has more. */
const PAGE = { posts: 25, bytes: 1_000_000 };

/**
 * One page of all posts, in order of creation.
 *
 * @param cursor of the previous page; absent for the first
 */
export async function exportPosts(ctx: Pick<CallContext, 'em'>, cursor: string | undefined) {
  const after = cursor === undefined ? 0 : await keyOfCursor(ctx.em, { table: 'posts', field: 'cursor' }, cursor);
  const { last, isEnd } = await pageAfter(ctx, after);
  const page = await walkPosts(ctx.em, after, last);
  const keys = page.map(({ key }) => key);
  const redirects = Map.groupBy(await readRedirects(ctx, keys), (row) => row.post_key);
  return {
    posts: page.map(({ key, sourceKey, post }) => {
      const aliases = (redirects.get(key) ?? []).map(({ path }) => path);
      return { ...post, sourceKey, aliases };
    }),
    ...(!isEnd && { cursor: formatCursor(last) }),
  };
}

/** The last key of the page after a key, and whether it is the last page. */
async function pageAfter(ctx: Pick<CallContext, 'em'>, after: number): Promise<{ last: number; isEnd: boolean }> {
  const rows = await kyselyOf(ctx.em)
    .selectFrom('posts')
    .select('key')
    .select(sql<number>`octet_length(content) + coalesce(octet_length(enc_data), 0)`.as('bytes'))
    .where('key', '>', after)
    .where(ofKind('any'))
    .orderBy('key')
    .limit(PAGE.posts + 1)
    .execute();
  let bytes = 0;
  const beyond = rows.findIndex((row, at) => at === PAGE.posts || ((bytes += row.bytes) > PAGE.bytes && at > 0));
  const last = rows.at(beyond < 0 ? -1 : beyond - 1);
  return { last: last?.key ?? after, isEnd: beyond < 0 };
}

async function readRedirects(ctx: Pick<CallContext, 'em'>, keys: number[]) {
  if (keys.length === 0) return [];
  const all = kyselyOf(ctx.em).selectFrom('redirects').select(['post_key', 'path']);
  return all.where('post_key', 'in', keys).orderBy('path').execute();
}
