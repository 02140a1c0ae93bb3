import { sql } from 'kysely';

import { migrations } from '../../../migrations/index.ts';
import type { Database } from './open.ts';
import { hasTable, type AnyTables } from './tables.ts';

/** The migrations of a database compared with those of this version. */
export interface MigrationState {
  /** Migrations that have not run yet. */
  due: string[];
  /** Migrations that ran, but that this version does not know. */
  unknown: string[];
}

/** Reads which migrations have run; null if it is not an Octavo database. */
export async function readMigrationState(
  database: AnyTables,
  dialect: Database['dialect'],
): Promise<MigrationState | null> {
  if (!(await hasTable(database, dialect, 'schema_migrations'))) return null;
  const { rows } = await sql<{ name: string }>`select name from schema_migrations order by name`.execute(database);
  const done = rows.map(({ name }) => name);
  const known = migrations.map(({ name }) => name);
  return {
    due: known.filter((name) => !done.includes(name)),
    unknown: done.filter((name) => !known.includes(name)),
  };
}
