import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

import { Post } from './post.ts';

/** Unpublished changes of a post: at most one working copy per post. */
export const WorkingCopy = defineEntity({
  name: 'WorkingCopy',
  tableName: 'working_copies',
  properties: {
    post: () => p.oneToOne(Post).owner().deleteRule('cascade').updateRule('no action').primary(),
    /** The version of the post that it is based on. */
    baseVersion: p.integer(),
    /** The changed fields as a JSON object. */
    fields: p.text(),
    savedAt: p.text(),
  },
});

export type WorkingCopy = InferEntity<typeof WorkingCopy>;
