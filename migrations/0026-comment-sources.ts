import { addColumn } from './add-column.ts';
import type { Migration } from './migration.ts';

/** The identifier of a comment in the source of an import; null for one that was written here. */
export const commentSources: Migration = {
  name: '0026-comment-sources',
  async up(schema) {
    const text = schema.dialect === 'postgres' ? 'text collate "C"' : 'text';
    await addColumn(schema, 'comments', 'source_key', text);
    await schema.run('create unique index if not exists comments_source_key on comments (source_key)');
  },
};
