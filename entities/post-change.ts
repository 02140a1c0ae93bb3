import { defineEntity, p } from '@mikro-orm/core';

import { flag } from './columns.ts';

/** The last public change of the post with an id: one row per id, in the order of commits. */
export const PostChange = defineEntity({
  name: 'PostChange',
  tableName: 'post_changes',
  properties: {
    /** From the sequence `changes`. */
    seq: p.integer().primary().autoincrement(false),
    /** The public id. */
    postId: p.text(),
    version: p.integer(),
    /** 1 if there is no public post with this id any more. */
    deleted: flag('deleted'),
    /** The current id of the post, after a rename. */
    redirectsTo: p.text().nullable(),
    at: p.text(),
  },
  uniques: [{ name: 'post_changes_post', properties: ['postId'] }],
  indexes: [{ name: 'post_changes_at', properties: ['at'] }],
});
