import { defineEntity, p } from '@mikro-orm/core';

import { Post } from './post.ts';

/** Who viewed or liked a post lately, as a keyed hash of the client address. */
export const PostMark = defineEntity({
  name: 'PostMark',
  tableName: 'post_marks',
  properties: {
    post: () => p.manyToOne(Post).deleteRule('cascade').primary(),
    kind: p.enum(['view', 'like']).primary(),
    addressHash: p.text().primary(),
    /** Until then the same address counts no more. */
    expiresAt: p.text(),
  },
  indexes: [{ name: 'post_marks_expires_at', properties: ['expiresAt'] }],
});
