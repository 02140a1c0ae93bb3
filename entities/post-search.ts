import { defineEntity, p } from '@mikro-orm/core';

import { Post } from './post.ts';

/** The folded words of a post in which the list's `search` looks. A protected post has no content here. */
export const PostSearch = defineEntity({
  name: 'PostSearch',
  tableName: 'post_search',
  properties: {
    post: () => p.oneToOne(Post).owner().deleteRule('cascade').updateRule('no action').primary(),
    text: p.text(),
  },
});
