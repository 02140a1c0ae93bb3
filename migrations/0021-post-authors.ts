import { addColumn } from './add-column.ts';
import type { Migration } from './migration.ts';

/** The author of a post; "" stands for the author of the site. */
export const postAuthors: Migration = {
  name: '0021-post-authors',
  async up(schema) {
    const text = schema.dialect === 'postgres' ? 'text collate "C"' : 'text';
    for (const table of ['posts', 'revisions']) await addColumn(schema, table, 'author', `${text} not null default ''`);
  },
};
