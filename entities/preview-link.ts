import { defineEntity, p } from '@mikro-orm/core';

import { Post } from './post.ts';

/** A link under which a post can be read before it is published. The token itself is kept nowhere. */
export const PreviewLink = defineEntity({
  name: 'PreviewLink',
  tableName: 'preview_links',
  properties: {
    /** `l-…`; it is a part of the token and opens nothing without the signature. */
    id: p.string().primary(),
    post: () => p.manyToOne(Post),
    createdAt: p.string(),
    expiresAt: p.string(),
  },
});
