import { addColumn } from './add-column.ts';
import type { Migration } from './migration.ts';

/** Uploaded files in the media library, and where they were before they were replaced. */
export const mediaFiles: Migration = {
  name: '0022-media-files',
  async up(schema) {
    const text = schema.dialect === 'postgres' ? 'text collate "C"' : 'text';
    for (const column of ['path', 'mime', 'hash', 'sizes']) await addColumn(schema, 'media', column, text);
    for (const column of ['bytes', 'width', 'height']) await addColumn(schema, 'media', column, 'integer');
    await schema.run('create unique index if not exists media_path on media (path)');
    await schema.run('create unique index if not exists media_hash on media (hash)');
    await schema.run(`create table if not exists media_redirects (
      path ${text} not null primary key,
      media_key integer not null
        constraint media_redirects_media_key_foreign references media (key) on delete cascade
    )`);
    await schema.run('create index if not exists media_redirects_media on media_redirects (media_key)');
  },
};
