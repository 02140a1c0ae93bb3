import { sql } from 'kysely';

import { prepareQuery } from '../../base/prepare-query.ts';
import type { Scope } from './period.ts';

/** The views of people in `daily_stats`. */
export const peopleViews = sql<number>`sum(daily_stats.views - daily_stats.bot_views)`;

/** Views of posts, and the sums of their visitors, by day. */
export const dayViews = prepareQuery((db, { from, to, postKey }: Scope) =>
  db
    .selectFrom('daily_stats')
    .select(({ fn }) => ['day', peopleViews.as('views'), fn.sum<number>('visitors').as('visitors')])
    .where('day', '>=', from)
    .where('day', '<=', to)
    .$if(postKey !== undefined, (rows) => rows.where('post_key', '=', postKey!))
    .groupBy('day'),
);

/** Views of pages that are not posts, by day and kind of page. */
export const pageViews = prepareQuery((db, { from, to }: Scope) =>
  db
    .selectFrom('site_views')
    .select(['day', 'value', 'views'])
    .where('day', '>=', from)
    .where('day', '<=', to)
    .where('kind', '=', 'page'),
);

/** Visitors of the whole site by day. */
export const siteVisitors = prepareQuery((db, { from, to }: Scope) =>
  db.selectFrom('visitor_days').select(['day', 'visitors']).where('day', '>=', from).where('day', '<=', to),
);
