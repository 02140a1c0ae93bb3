import { addColumn } from './add-column.ts';
import type { Migration } from './migration.ts';

/** Renderings of texts that are too complex to render, and are shown as plain text. */
export const complexTexts: Migration = {
  name: '0012-complex-texts',
  async up(schema) {
    await addColumn(schema, 'renderings', 'too_complex', 'integer not null default 0');
    // Health asks for them: among 100,000 posts there are a few, or none.
    await schema.run('create index if not exists complex_renderings on renderings (post_key) where too_complex = 1');
  },
};
