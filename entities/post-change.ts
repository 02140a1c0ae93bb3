import { defineEntity, p } from '@mikro-orm/core';

import { flag } from './columns.ts';

/** The last change that the public saw under the id of a post: one row an id, in the order of the commits. */
export const PostChange = defineEntity({
  name: 'PostChange',
  tableName: 'post_changes',
  properties: {
    /** From the counter `changes`. */
    seq: p.integer().primary().autoincrement(false),
    /** The public id. */
    postId: p.text(),
    version: p.integer(),
    /** 1 when the public sees no post under this id any more. */
    deleted: flag('deleted'),
    /** The id that the post has now, after a rename. */
    redirectsTo: p.text().nullable(),
    at: p.text(),
  },
  uniques: [{ name: 'post_changes_post', properties: ['postId'] }],
  indexes: [{ name: 'post_changes_at', properties: ['at'] }],
});
