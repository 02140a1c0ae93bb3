import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

import { columns, flag, rowKey } from './columns.ts';
import { fieldColumns } from './field-columns.ts';

/** A post. `slug` is its public id; everything that belongs to it hangs on `key`, which is never used again. */
export const Post = defineEntity({
  name: 'Post',
  tableName: 'posts',
  properties: {
    key: rowKey(),
    slug: p.text(),
    ...fieldColumns(),
    /** 1 while the excerpt is made from the content, 0 once somebody wrote one. */
    excerptMade: flag('excerpt_made'),
    /** From the one counter of the database, so that no version is ever used twice. */
    version: p.integer(),
    createdAt: p.text(),
    updatedAt: p.text(),
    /** Where an import found it; null for a post written here. */
    sourceKey: p.text().nullable(),
    /** What the source said of its publication at the last import: `draft`, `published` or `published@<ISO 8601>`. */
    sourceState: p.text().nullable(),
    /** Since when an event or a change says that it is public; null while none does. Never leaves the service. */
    publicSince: p.text().nullable(),
    encSalt: p.text().nullable(),
    encIv: p.text().nullable(),
    encData: p.text().nullable(),
  },
  checks: [{ name: 'posts_check', expression: "protected = 0 or content = ''" }],
  uniques: [
    { name: 'posts_slug', properties: ['slug'] },
    { name: 'posts_source_key', properties: ['sourceKey'] },
  ],
  // With `publishAt` at their end, a page of a list is found in the index alone: posts themselves are long rows.
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
    { name: 'posts_all_updated', properties: ['updatedAt', 'key'] },
  ],
});

export type Post = InferEntity<typeof Post>;
export type PostStatus = Post['status'];
