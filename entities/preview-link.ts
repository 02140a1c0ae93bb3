import { defineEntity, p } from '@mikro-orm/core';

import { columns } from './columns.ts';
import { Post } from './post.ts';

/** A link under which a post can be read before it is published. The token itself is not stored. */
export const PreviewLink = defineEntity({
  name: 'PreviewLink',
  tableName: 'preview_links',
  properties: {
    /** `l-…`; a part of the token that gives no access without the signature. */
    id: p.text().primary(),
    post: () => p.manyToOne(Post).deleteRule('cascade'),
    createdAt: p.text(),
    expiresAt: p.text(),
  },
  indexes: [
    { name: 'preview_links_post', columns: columns('post', '-createdAt') },
    { name: 'preview_links_expiry', properties: ['expiresAt'] },
  ],
});
