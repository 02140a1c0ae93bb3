import { sql } from 'kysely';

import { migrations } from '../../migrations/index.ts';
import type { Database } from '../database/open.ts';
import { hasTable, type AnyTables } from './tables.ts';

/** How far the tables of a database are, compared with what this release knows. */
export interface Ledger {
  /** Migrations it has not had. */
  due: string[];
  /** Migrations it has had and this release does not know. */
  unknown: string[];
}

/** Reads which migrations a database has had; null when it is none of Octavo's. */
export async function readLedger(database: AnyTables, dialect: Database['dialect']): Promise<Ledger | null> {
  if (!(await hasTable(database, dialect, 'schema_migrations'))) return null;
  const { rows } = await sql<{ name: string }>`select name from schema_migrations order by name`.execute(database);
  const done = rows.map(({ name }) => name);
  const known = migrations.map(({ name }) => name);
  return {
    due: known.filter((name) => !done.includes(name)),
    unknown: done.filter((name) => !known.includes(name)),
  };
}
