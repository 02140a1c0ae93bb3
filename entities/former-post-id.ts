import { defineEntity, p } from '@mikro-orm/core';

import { Post } from './post.ts';

/** An id that a post had before it was renamed, and that no other post has. */
export const FormerPostId = defineEntity({
  name: 'FormerPostId',
  tableName: 'former_slugs',
  properties: {
    slug: p.text().primary(),
    post: () => p.manyToOne(Post).deleteRule('cascade'),
  },
  indexes: [{ name: 'former_slugs_post', properties: ['post'] }],
});
