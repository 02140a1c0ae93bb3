import { defineEntity, p } from '@mikro-orm/core';

import { Post } from './post.ts';

/** What happened to a post on one day (UTC). */
export const DailyStat = defineEntity({
  name: 'DailyStat',
  tableName: 'daily_stats',
  properties: {
    post: () => p.manyToOne(Post).primary(),
    day: p.string().primary(),
    views: p.integer().default(0),
    likes: p.integer().default(0),
  },
});
