import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

/** A post. `slug` is its public id; everything that belongs to it hangs on `key`, which is never used again. */
export const Post = defineEntity({
  name: 'Post',
  tableName: 'posts',
  properties: {
    key: p.integer().primary().autoincrement(),
    slug: p.string(),
    title: p.string(),
    /** The day it is dated, YYYY-MM-DD. */
    date: p.string(),
    excerpt: p.text(),
    /** 1 while the excerpt is made from the content, 0 once somebody wrote one. */
    excerptMade: p.integer().default(0),
    cover: p.text(),
    category: p.string(),
    /** A JSON array of strings in the author's order; `PostTag` repeats them as rows to filter by. */
    tags: p.text(),
    pinned: p.integer().default(0),
    protected: p.integer().default(0),
    status: p.string().$type<PostStatus>(),
    /** From this moment on (ISO 8601, UTC) a published post is visible; null: at once. */
    publishAt: p.string().nullable(),
    /** From the one counter of the database, so that no version is ever used twice. */
    version: p.integer(),
    createdAt: p.string(),
    updatedAt: p.string(),
    /** Where an import found it; null for a post written here. */
    sourceKey: p.text().nullable(),
    /** What the source said of its publication at the last import: `draft`, `published` or `published@<ISO 8601>`. */
    sourceState: p.text().nullable(),
    encSalt: p.text().nullable(),
    encIv: p.text().nullable(),
    encData: p.text().nullable(),
    content: p.text(),
  },
});

export type PostStatus = 'published' | 'draft';
export type Post = InferEntity<typeof Post>;
