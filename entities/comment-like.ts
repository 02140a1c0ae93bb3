import { defineEntity, p } from '@mikro-orm/core';

import { Comment } from './comment.ts';

/** A like of a comment, with a keyed hash of the client IP. */
export const CommentLike = defineEntity({
  name: 'CommentLike',
  tableName: 'comment_likes',
  properties: {
    comment: () => p.manyToOne(Comment).deleteRule('cascade').primary(),
    addressHash: p.text().primary(),
  },
});
