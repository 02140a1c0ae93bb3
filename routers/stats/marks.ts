import { addressHashes } from '../base/address-hash.ts';
import { seesHidden } from '../base/callers.ts';
import type { CallContext } from '../core/context.ts';
import { findSeen } from '../posts/read.ts';
import { prepareQuery } from '../base/prepare-query.ts';
import { count } from '../data/views/count.ts';
import type { ViewOrigin } from './analytics/schemas.ts';
import { describeVisit } from './analytics/visit.ts';

/**
 * Counts a view of a post within a second. The administrator and keys that see hidden posts do not count.
 *
 * @returns the known counts
 * @throws NOT_FOUND
 */
export async function viewPost(ctx: CallContext, { id, ...origin }: ViewOrigin & { id: string }) {
  const { key: postKey } = await findSeen(ctx, id);
  if (!seesHidden(ctx)) {
    ctx.views.add({ postKey, address: await addressHashes(ctx), visit: await describeVisit(ctx, origin) });
  }
  return counts(ctx, postKey);
}

/**
 * Counts a like immediately. The administrator and keys that see hidden posts do not count.
 *
 * @returns the current counts
 * @throws NOT_FOUND
 */
export async function likePost(ctx: CallContext, id: string) {
  const { key: postKey } = await findSeen(ctx, id);
  if (!seesHidden(ctx)) {
    const mark = { postKey, kind: 'like' as const, address: await addressHashes(ctx) };
    await ctx.em.fork().transactional((tx) => count(tx, ctx.clock, mark));
  }
  return counts(ctx, postKey);
}

async function counts(ctx: CallContext, postKey: number): Promise<{ views: number; likes: number }> {
  const [row] = await countersOf(ctx.em, { postKey });
  return row ?? { views: 0, likes: 0 };
}

const countersOf = prepareQuery((db, { postKey }: { postKey: number }) =>
  db.selectFrom('post_counters').select(['views', 'likes']).where('post_key', '=', postKey),
);
