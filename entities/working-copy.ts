import { defineEntity, p } from '@mikro-orm/core';

import { Post } from './post.ts';

/** Changes of a post that nobody but the administrator sees yet: one working copy a post. */
export const WorkingCopy = defineEntity({
  name: 'WorkingCopy',
  tableName: 'working_copies',
  properties: {
    post: () => p.oneToOne(Post).owner().deleteRule('cascade').updateRule('no action').primary(),
    /** The version of the post that it was begun from. */
    baseVersion: p.integer(),
    /** A JSON object of the fields that are changed. */
    fields: p.text(),
    savedAt: p.text(),
  },
});
