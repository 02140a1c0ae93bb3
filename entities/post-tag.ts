import { defineEntity, p } from '@mikro-orm/core';

import { Post } from './post.ts';

/** A tag of a post, for filters and statistics. */
export const PostTag = defineEntity({
  name: 'PostTag',
  tableName: 'post_tags',
  properties: {
    post: () => p.manyToOne(Post).deleteRule('cascade').primary(),
    name: p.text().primary(),
  },
  indexes: [{ name: 'post_tags_name', properties: ['name', 'post'] }],
});
