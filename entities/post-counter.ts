import { defineEntity, p } from '@mikro-orm/core';

import { count } from './columns.ts';
import { Post } from './post.ts';

/** Views and likes of a post. A separate row, so that counting does not change the post. */
export const PostCounter = defineEntity({
  name: 'PostCounter',
  tableName: 'post_counters',
  properties: {
    post: () => p.oneToOne(Post).owner().deleteRule('cascade').updateRule('no action').primary(),
    views: count('views'),
    likes: count('likes'),
  },
});
