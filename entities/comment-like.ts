import { defineEntity, p } from '@mikro-orm/core';

import { Comment } from './comment.ts';

/** Who liked a comment, as a keyed hash of the client address. */
export const CommentLike = defineEntity({
  name: 'CommentLike',
  tableName: 'comment_likes',
  properties: {
    comment: () => p.manyToOne(Comment).deleteRule('cascade').primary(),
    addressHash: p.text().primary(),
  },
});
