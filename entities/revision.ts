import { defineEntity, p } from '@mikro-orm/core';

import { columns, flag } from './columns.ts';
import { fieldColumns } from './field-columns.ts';
import { Post } from './post.ts';

/** An earlier version of a post, without its id. An encrypted text keeps the encryption of that time. */
export const Revision = defineEntity({
  name: 'Revision',
  tableName: 'revisions',
  properties: {
    /** The version of the post, which is never reused. */
    version: p.integer().primary().autoincrement(false),
    post: () => p.manyToOne(Post).deleteRule('cascade'),
    savedAt: p.text(),
    ...fieldColumns(),
    excerptMade: flag('excerpt_made'),
    encSalt: p.text().nullable(),
    encIv: p.text().nullable(),
    encData: p.text().nullable(),
  },
  checks: [{ name: 'revisions_check', expression: "protected = 0 or content = ''" }],
  indexes: [{ name: 'revisions_post', columns: columns('post', '-version') }],
});
