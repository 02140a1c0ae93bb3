import { addColumn } from './add-column.ts';
import type { Migration } from './migration.ts';

/** Which comments are the owner's, and why those that wait do so. */
export const ownerComments: Migration = {
  name: '0009-owner-comments',
  async up(schema) {
    const text = schema.dialect === 'postgres' ? 'text collate "C"' : 'text';
    const reasons = `check (held_because in ('moderation', 'first', 'suspicious', 'administrator'))`;
    await addColumn(schema, 'comments', 'owner', 'integer not null default 0 check (owner in (0, 1))');
    await addColumn(schema, 'comments', 'held_because', `${text} ${reasons}`);
  },
};
