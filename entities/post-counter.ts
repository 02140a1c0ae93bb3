import { defineEntity, p } from '@mikro-orm/core';

import { Post } from './post.ts';

/** How often a post was read and liked. Its own row, so that counting never touches the post. */
export const PostCounter = defineEntity({
  name: 'PostCounter',
  tableName: 'post_counters',
  properties: {
    post: () => p.oneToOne(Post).owner().primary(),
    views: p.integer().default(0),
    likes: p.integer().default(0),
  },
});
