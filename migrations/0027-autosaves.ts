import { addColumn } from './add-column.ts';
import type { Migration } from './migration.ts';

/** Who saved a draft automatically and since when, and whether its id is still the one made from its title. */
export const autosaves: Migration = {
  name: '0027-autosaves',
  async up(schema) {
    const text = schema.dialect === 'postgres' ? 'text collate "C"' : 'text';
    await addColumn(schema, 'posts', 'slug_made', 'integer not null default 0');
    await addColumn(schema, 'posts', 'autosaved_by', text);
    await addColumn(schema, 'posts', 'autosaved_since', text);
  },
};
