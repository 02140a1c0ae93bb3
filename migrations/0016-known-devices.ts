import { addColumn } from './add-column.ts';
import type { Migration } from './migration.ts';

/** From where the administrator signed in before, to tell of sign-ins from elsewhere. */
export const knownDevices: Migration = {
  name: '0016-known-devices',
  async up(schema) {
    const text = schema.dialect === 'postgres' ? 'text collate "C"' : 'text';
    await schema.run(`create table if not exists known_devices (
      id ${text} not null primary key,
      device ${text} not null,
      first_seen_at ${text} not null,
      last_seen_at ${text} not null,
      confirmed integer not null
    )`);
    // Empty for sessions from before.
    await addColumn(schema, 'sessions', 'device_id', `${text} not null default ''`);
  },
};
