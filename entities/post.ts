import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

import { columns, flag, rowKey } from './columns.ts';
import { fieldColumns } from './field-columns.ts';

/** A post or a page. `slug` is its public id; dependent rows refer to `key`, which is never reused. */
export const Post = defineEntity({
  name: 'Post',
  tableName: 'posts',
  properties: {
    key: rowKey(),
    slug: p.text(),
    /** A page has a URL of its own and is in no list of posts. */
    kind: p.enum(['post', 'page']).default('post'),
    /** Whether a page takes comments; 0 for posts. */
    allowComments: flag('allow_comments'),
    /** Whether a post takes no new comments; 0 for pages. */
    commentsClosed: flag('comments_closed'),
    ...fieldColumns(),
    /** 1 if the excerpt is generated from the content, 0 if it was written. */
    excerptMade: flag('excerpt_made'),
    /** From a single sequence of the database, so that versions are never reused. */
    version: p.integer(),
    createdAt: p.text(),
    updatedAt: p.text(),
    /** Its identifier in the source of an import; null for a post written here. */
    sourceKey: p.text().nullable(),
    /** Its publication state in the source at the last import: `draft`, `published` or `published@<ISO 8601>`. */
    sourceState: p.text().nullable(),
    /** Since when it is recorded as public by an event or a change; null otherwise. Internal. */
    publicSince: p.text().nullable(),
    /** 1 while the id is the one made from the title and the post was never published: then it may follow the title. */
    slugMade: p.integer().default(0),
    /** The session or API key whose autosave wrote the current version; null if another write did. Internal. */
    autosavedBy: p.text().nullable(),
    /** When the series of autosaves began that the current version belongs to. Internal. */
    autosavedSince: p.text().nullable(),
    /** When a post in the trash is deleted; null outside of the trash. Its status is then draft, without a publish time. */
    trashUntil: p.text().nullable(),
    /** What it was before it came into the trash. */
    trashState: p.enum(['draft', 'scheduled', 'published']).nullable(),
    /** The publish time that it had then. */
    trashPublishAt: p.text().nullable(),
    encSalt: p.text().nullable(),
    encIv: p.text().nullable(),
    encData: p.text().nullable(),
  },
  checks: [{ name: 'posts_check', expression: "protected = 0 or content = ''" }],
  uniques: [
    { name: 'posts_slug', properties: ['slug'] },
    { name: 'posts_source_key', properties: ['sourceKey'] },
  ],
  // `publishAt` at the end allows index-only reads of a list page, because the rows of posts are large.
  indexes: [
    { name: 'posts_order', columns: columns('status', '-pinned', '-date', '-createdAt', 'slug', 'publishAt') },
    { name: 'posts_order_all', columns: columns('-pinned', '-date', '-createdAt', 'slug') },
    {
      name: 'posts_category',
      columns: columns('category', 'status', '-pinned', '-date', '-createdAt', 'slug', 'publishAt'),
    },
    { name: 'posts_newest', columns: columns('status', '-date', '-createdAt', 'slug', 'publishAt') },
    { name: 'posts_ids', properties: ['status', 'key', 'slug', 'updatedAt', 'publishAt'] },
    { name: 'posts_updated', columns: columns('status', '-updatedAt', 'publishAt') },
    { name: 'posts_scheduled', properties: ['publishAt'], where: 'publish_at is not null' },
    {
      name: 'posts_unannounced',
      properties: ['publishAt', 'key'],
      where: "public_since is null and status = 'published'",
    },
    { name: 'posts_site_date', properties: ['status', 'date', 'slug', 'publishAt'] },
    { name: 'posts_site_updated', properties: ['status', 'updatedAt', 'slug', 'publishAt'] },
    {
      name: 'posts_site_title',
      expression: 'create index posts_site_title on posts (status, lower(title), slug, publish_at)',
    },
    { name: 'posts_all_date', properties: ['date', 'createdAt', 'key'] },
    { name: 'posts_all_title', expression: 'create index posts_all_title on posts (lower(title), key)' },
    {
      name: 'posts_pages',
      expression: "create index posts_pages on posts (lower(title), slug) where kind = 'page'",
    },
    { name: 'posts_unlisted', properties: ['key'], where: "noindex = 1 or canonical_url <> ''" },
    { name: 'posts_all_updated', properties: ['updatedAt', 'key'] },
    { name: 'posts_trash', properties: ['trashUntil', 'key'], where: 'trash_until is not null' },
  ],
});

export type Post = InferEntity<typeof Post>;
export type PostStatus = Post['status'];
export type PostKind = 'post' | 'page';
