import { defineEntity, p } from '@mikro-orm/core';

/** The progress of the job that makes search texts again (routers/search/rebuild.ts). */
export const SearchRebuild = defineEntity({
  name: 'SearchRebuild',
  tableName: 'search_rebuilds',
  properties: {
    /** `posts` or `comments`. */
    name: p.text().primary(),
    /** The texts of rows with this key and later ones are still to be made; null: none. */
    nextKey: p.integer().nullable(),
  },
});
