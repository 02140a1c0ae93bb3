import { defineEntity, p } from '@mikro-orm/core';

import { Post } from './post.ts';

/**
 * The page of another site whose comments are those of a post: a draft without text whose slug is derived from the
 * address, and whose title is that of the page.
 */
export const Thread = defineEntity({
  name: 'Thread',
  tableName: 'threads',
  properties: {
    post: () => p.oneToOne(Post).owner().deleteRule('cascade').updateRule('no action').primary(),
    /** The host, with a port that is not the default one, without `www.`. */
    site: p.text(),
    /** The URL of the page. */
    address: p.text(),
  },
  indexes: [{ name: 'threads_site', properties: ['site'] }],
});
