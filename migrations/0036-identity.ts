import { randomBytes } from 'node:crypto';

import type { Migration } from './migration.ts';

/**
 * The identity of the database, which is made with it, and the places of files that carry it in a marker. Instances that
 * migrate concurrently make one identity, because the second one finds the row.
 */
export const identity: Migration = {
  name: '0036-identity',
  async up({ dialect, run }) {
    const isPostgres = dialect === 'postgres';
    const text = isPostgres ? 'text collate "C"' : 'text';
    await run(`create table if not exists identity (
      key integer not null primary key check (key = 1),
      id ${text} not null,
      replaced_id ${text},
      created_at ${text} not null
    )`);
    await run(`create table if not exists marked_places (
      kind ${text} not null,
      url ${text} not null,
      marked_at ${text} not null,
      epoch integer not null,
      primary key (kind, url)
    )`);
    const [id, createdAt] = isPostgres ? ['$1', '$2'] : ['?', '?'];
    await run(
      `insert into identity (key, id, created_at) values (1, ${id}, ${createdAt}) on conflict (key) do nothing`,
      [randomBytes(16).toString('hex'), new Date().toISOString()],
    );
  },
};
