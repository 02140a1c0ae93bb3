import { sql, type ExpressionBuilder, type ExpressionWrapper, type RawBuilder, type SqlBool } from 'kysely';

import type { Tables } from '../../entities/index.ts';
import { seesHidden } from '../callers.ts';
import { timestamp } from '../clock.ts';
import type { CallContext } from '../context.ts';

/**
 * What the public sees: published posts whose time of publication has come. Every public read asks here, so nothing
 * hidden leaves by one list that forgot.
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
 * The keys of all other posts, as a subquery: few, so that leaving them out takes less than reading those that are
 * found elsewhere.
 *
 * @param now ISO 8601 in UTC
 */
export function hiddenAt(now: string): RawBuilder<number> {
  return sql<number>`(select key from posts where status = 'draft' union all select key from posts where publish_at > ${now})`;
}

/** What a caller sees: what is visible at this moment, or everything when none is given, as to the administrator and keys with the scope `drafts`. */
export function seenAt(now: string | undefined): ReturnType<typeof visibleAt> {
  return now === undefined ? ({ and }) => and([]) : visibleAt(now);
}

/** The moment at which a visitor reads; the view of who sees hidden posts has none. */
export function viewOf(ctx: CallContext): { now: string | undefined } {
  return { now: seesHidden(ctx) ? undefined : timestamp(ctx.clock) };
}
