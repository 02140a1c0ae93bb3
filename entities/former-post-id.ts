import { defineEntity, p } from '@mikro-orm/core';

import { Post } from './post.ts';

/** An id that a post had before it was renamed, and that nobody has taken since. */
export const FormerPostId = defineEntity({
  name: 'FormerPostId',
  tableName: 'former_slugs',
  properties: {
    slug: p.string().primary(),
    post: () => p.manyToOne(Post),
  },
});
