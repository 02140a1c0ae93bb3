import { addColumn } from './add-column.ts';
import type { Migration } from './migration.ts';

/** What the source of an imported post said of its publication, so that a repeated import knows what changed there. */
export const sourceState: Migration = {
  name: '0015-source-state',
  async up(schema) {
    await addColumn(schema, 'posts', 'source_state', schema.dialect === 'postgres' ? 'text collate "C"' : 'text');
  },
};
