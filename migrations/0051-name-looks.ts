import { addColumn } from './add-column.ts';
import type { Migration } from './migration.ts';

/** The picture and the colour of a tag or category. */
export const nameLooks: Migration = {
  name: '0051-name-looks',
  async up(schema) {
    const text = schema.dialect === 'postgres' ? 'text collate "C"' : 'text';
    for (const column of ['picture', 'color']) {
      await addColumn(schema, 'name_descriptions', column, `${text} not null default ''`);
    }
  },
};
