import { sql, type ExpressionBuilder, type ExpressionWrapper, type RawBuilder, type SqlBool } from 'kysely';

import type { Tables } from '../../entities/index.ts';
import { seesHidden } from '../callers.ts';
import { timestamp } from '../clock.ts';
import type { CallContext } from '../context.ts';

/**
 * The condition of public posts: published, and their publish time has passed. Every public read uses it, so that no
 * list can disclose hidden posts.
 *
 * @param now ISO 8601 in UTC
 */
export function visibleAt(now: string) {
  return ({ eb, and, or }: ExpressionBuilder<Tables, 'posts'>): ExpressionWrapper<Tables, 'posts', SqlBool> =>
    and([
      eb('posts.status', '=', 'published'),
      or([eb('posts.publish_at', 'is', null), eb('posts.publish_at', '<=', now)]),
    ]);
}

/**
 * The keys of all other posts, as a subquery: few, so that excluding them takes less time than reading posts found
 * elsewhere.
 *
 * @param now ISO 8601 in UTC
 */
export function hiddenAt(now: string): RawBuilder<number> {
  return sql<number>`(select key from posts where status = 'draft' union all select key from posts where publish_at > ${now})`;
}

/** The posts visible to a caller: public ones at this time, or all without a time (administrator, scope `drafts`). */
export function seenAt(now: string | undefined): ReturnType<typeof visibleAt> {
  return now === undefined ? ({ and }) => and([]) : visibleAt(now);
}

/** The time of a public read; undefined for callers who see hidden posts. */
export function viewOf(ctx: CallContext): { now: string | undefined } {
  return { now: seesHidden(ctx) ? undefined : timestamp(ctx.clock) };
}
