import { defineEntity, p } from '@mikro-orm/core';

import { Post } from './post.ts';

/** An old path, such as `/2024/02/04/name`, that redirects to a post. */
export const Redirect = defineEntity({
  name: 'Redirect',
  tableName: 'redirects',
  properties: {
    path: p.text().primary(),
    post: () => p.manyToOne(Post).deleteRule('cascade'),
  },
  indexes: [{ name: 'redirects_post', properties: ['post'] }],
});
