import { addColumn } from './add-column.ts';
import type { Migration } from './migration.ts';

/** What a session is known by beside its token, the device that it was opened on, and when it was last used. */
export const sessions: Migration = {
  name: '0010-sessions',
  async up(schema) {
    const text = schema.dialect === 'postgres' ? 'text collate "C"' : 'text';
    for (const column of ['id', 'device', 'last_used_at']) {
      await addColumn(schema, 'sessions', column, `${text} not null default ''`);
    }
    const random = schema.dialect === 'postgres' ? `replace(gen_random_uuid()::text, '-', '')` : 'hex(randomblob(16))';
    await schema.run(`update sessions set id = 's-' || lower(${random}) where id = ''`);
    await schema.run(`update sessions set last_used_at = created_at where last_used_at = ''`);
  },
};
