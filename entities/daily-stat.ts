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
  },
  indexes: [{ name: 'daily_stats_day', properties: ['day', 'post', 'views', 'likes'] }],
});
