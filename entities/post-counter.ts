import { defineEntity, p } from '@mikro-orm/core';

import { count } from './columns.ts';
import { Post } from './post.ts';

/** How often a post was read and liked. Its own row, so that counting never touches the post. */
export const PostCounter = defineEntity({
  name: 'PostCounter',
  tableName: 'post_counters',
  properties: {
    post: () => p.oneToOne(Post).owner().deleteRule('cascade').updateRule('no action').primary(),
    views: count('views'),
    likes: count('likes'),
  },
});
