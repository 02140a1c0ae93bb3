import { defineEntity, p } from '@mikro-orm/core';

import { count } from './columns.ts';
import { Post } from './post.ts';

/** The statistics of a post on one day (UTC). */
export const DailyStat = defineEntity({
  name: 'DailyStat',
  tableName: 'daily_stats',
  properties: {
    post: () => p.manyToOne(Post).deleteRule('cascade').primary(),
    day: p.text().primary(),
    views: count('views'),
    likes: count('likes'),
    /** The views by bots, which `views` contains. */
    botViews: count('bot_views'),
    /** Different visitors, estimated (`routers/data/views/sketch.ts`). */
    visitors: count('visitors'),
  },
  indexes: [{ name: 'daily_stats_day', properties: ['day', 'post', 'views', 'likes'] }],
});
