import { kyselyOf } from '../../entities/kysely.ts';
import { addressHashes } from '../address-hash.ts';
import { isAdministrator } from '../admin/sessions.ts';
import type { CallContext } from '../context.ts';
import { refuse } from '../errors.ts';
import { seenBy, withId } from '../posts/read.ts';
import { count } from './count.ts';

/**
 * Notes that somebody reads a post; written within a second. The administrator is not counted.
 *
 * @returns the counts known now
 * @throws NOT_FOUND
 */
export async function viewPost(ctx: CallContext, id: string) {
  const postKey = await keyOf(ctx, id);
  if (!isAdministrator(ctx)) ctx.views.add({ postKey, address: await addressHashes(ctx) });
  return counts(ctx, postKey);
}

/**
 * Counts a like at once. The administrator is not counted.
 *
 * @returns the counts now
 * @throws NOT_FOUND
 */
export async function likePost(ctx: CallContext, id: string) {
  const postKey = await keyOf(ctx, id);
  if (!isAdministrator(ctx)) {
    const mark = { postKey, kind: 'like' as const, address: await addressHashes(ctx) };
    await ctx.em.fork().transactional((tx) => count(tx, ctx.clock, mark));
  }
  return counts(ctx, postKey);
}

async function keyOf(ctx: CallContext, id: string): Promise<number> {
  const row = await withId(seenBy(ctx), id).select('posts.key').executeTakeFirst();
  if (!row) throw refuse('NOT_FOUND', 'There is no post with this id.');
  return row.key;
}

async function counts(ctx: CallContext, postKey: number): Promise<{ views: number; likes: number }> {
  const row = await kyselyOf(ctx.em)
    .selectFrom('post_counters')
    .select(['views', 'likes'])
    .where('post_key', '=', postKey)
    .executeTakeFirst();
  return row ?? { views: 0, likes: 0 };
}
