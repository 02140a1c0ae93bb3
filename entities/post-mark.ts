import { defineEntity, p } from '@mikro-orm/core';

import { Post } from './post.ts';

/** A recent view or like of a post, with a keyed hash of the client IP. */
export const PostMark = defineEntity({
  name: 'PostMark',
  tableName: 'post_marks',
  properties: {
    post: () => p.manyToOne(Post).deleteRule('cascade').primary(),
    kind: p.enum(['view', 'like']).primary(),
    addressHash: p.text().primary(),
    /** Until then, repeats by the same client IP are not counted. */
    expiresAt: p.text(),
  },
  indexes: [{ name: 'post_marks_expires_at', properties: ['expiresAt'] }],
});
