import type { CallContext } from '../../core/context.ts';
import { prepareQuery } from '../../base/prepare-query.ts';
import { readerOf } from '../../core/reader.ts';
import type { Scope } from './period.ts';
import { peopleViews } from './day-counts.ts';
import type { Analytics } from './schemas.ts';

/** The most posts in a list. */
const MOST = 100;

/** The posts and pages with the most views; of a scope with one post, that one. */
export async function listMostViewed(ctx: CallContext, scope: Scope): Promise<Analytics['posts']> {
  return mostViewed(ctx.em, { ...scope, limit: MOST }, readerOf(ctx));
}

const mostViewed = prepareQuery((db, { from, to, postKey, limit }: Scope & { limit: number }) =>
  db
    .selectFrom(
      db
        .selectFrom('daily_stats')
        .select(({ fn }) => ['post_key', peopleViews.as('views'), fn.sum<number>('visitors').as('visitors')])
        .where('day', '>=', from)
        .where('day', '<=', to)
        .$if(postKey !== undefined, (rows) => rows.where('post_key', '=', postKey!))
        .groupBy('post_key')
        .having(peopleViews, '>', 0)
        .orderBy('views', 'desc')
        .orderBy('post_key', 'desc')
        .limit(limit)
        .as('most'),
    )
    .innerJoin('posts', 'posts.key', 'most.post_key')
    .select(['posts.slug as id', 'posts.title', 'posts.kind', 'most.views', 'most.visitors'])
    .orderBy('most.views', 'desc')
    .orderBy('most.post_key', 'desc'),
);
