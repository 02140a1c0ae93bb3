import { defineEntity, p } from '@mikro-orm/core';

import { Post, type PostStatus } from './post.ts';

/** A post as it was in one of its versions, its id aside. What is encrypted in it stays as it was encrypted then. */
export const Revision = defineEntity({
  name: 'Revision',
  tableName: 'revisions',
  properties: {
    /** The version of the post, which is never used twice. */
    version: p.integer().primary(),
    post: () => p.manyToOne(Post),
    savedAt: p.string(),
    title: p.string(),
    date: p.string(),
    excerpt: p.text(),
    excerptMade: p.integer().default(0),
    cover: p.text(),
    category: p.string(),
    tags: p.text(),
    pinned: p.integer().default(0),
    protected: p.integer().default(0),
    status: p.string().$type<PostStatus>(),
    publishAt: p.string().nullable(),
    encSalt: p.text().nullable(),
    encIv: p.text().nullable(),
    encData: p.text().nullable(),
    content: p.text(),
  },
});
