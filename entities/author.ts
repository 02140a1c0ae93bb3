import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

/** Someone who writes posts, with a page of their own. They have no account. */
export const Author = defineEntity({
  name: 'Author',
  tableName: 'authors',
  properties: {
    /** In the form of a post's id. It never changes. */
    id: p.text().primary(),
    name: p.text(),
    bio: p.text(),
    /** A URL or path, or "". */
    picture: p.text(),
    /** A JSON array of `{ label, url }`. */
    links: p.text(),
    createdAt: p.text(),
  },
});

export type Author = InferEntity<typeof Author>;
