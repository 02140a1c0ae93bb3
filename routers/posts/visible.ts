import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely';

import type { Tables } from '../../entities/index.ts';

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
