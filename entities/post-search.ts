import { defineEntity, p } from '@mikro-orm/core';

import { Post } from './post.ts';

/** The folded words of a post for the `search` of lists, without the content of a protected post. */
export const PostSearch = defineEntity({
  name: 'PostSearch',
  tableName: 'post_search',
  properties: {
    post: () => p.oneToOne(Post).owner().deleteRule('cascade').updateRule('no action').primary(),
    text: p.text(),
  },
});
