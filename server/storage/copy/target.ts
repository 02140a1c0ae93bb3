import { sql } from 'kysely';

import { migrations } from '../../../migrations/index.ts';
import { migrate } from '../database/migrate.ts';
import { EVERYTHING } from '../changes.ts';
import type { Database } from '../database/open.ts';
import { INVALIDATIONS_CHANNEL } from '../database/recorded.ts';
import { readDatabaseId } from '../identity/identity.ts';
import { filledTables } from './contents.ts';
import { readMigrationState } from '../database/migration-state.ts';
import { makeOwnerOnly } from './owner-only.ts';
import { sqliteFileOf, withoutPassword } from '../database/database-url.ts';
import { failureReason } from '../../process/reasons.ts';
import { reserveFile } from './exclusive-lock.ts';
import { hasTable, tablesOf, type AnyTables } from '../database/tables.ts';
import { nameOption, withDatabase, type AnyDatabase } from './open.ts';
import { disableTimeouts } from './source.ts';

/** The target of a copy: one transaction of a database. */
export interface Target {
  orm: Database['orm'];
  dialect: Database['dialect'];
  transaction: AnyTables;
  /** The identity that it had before; null for a new database. */
  replacedId: string | null;
}

/**
 * Opens an empty database, migrates it and runs `run` in one transaction that locks all tables.
 *
 * @throws Error when it is not empty, belongs to another program, or is in use (SQLite)
 */
export async function intoEmpty<T>(url: string, run: (target: Target) => Promise<T>): Promise<T> {
  const file = sqliteFileOf(url);
  const lock = reserveFile(file);
  return withDatabase(url, '--to', async (database) => {
    const { kysely, orm, dialect } = database;
    const shown = withoutPassword(url);
    await requireOwnTables(database, shown);
    await requireEmpty(kysely, dialect, shown);
    const replacedId = await readDatabaseId(kysely, dialect);
    await migrate(database, migrations).catch((error: unknown) => {
      throw nameOption(error, '--to');
    });
    if (file !== null && file !== ':memory:') await restrict(file);
    return kysely.transaction().execute(async (transaction) => {
      await disableTimeouts(transaction, dialect);
      await lockAll(transaction, database);
      await requireEmpty(transaction, dialect, shown);
      const target = { orm, dialect, transaction, replacedId };
      const result = await run(target);
      if (dialect === 'postgres') await notifyInstances(target);
      return result;
    });
  }).finally(lock.release);
}

/** Called before the first row is written. */
async function restrict(file: string): Promise<void> {
  await makeOwnerOnly(file).catch((error: unknown) => {
    throw new Error(`${file} cannot be protected from other users: ${failureReason(error)}; choose another file.`, {
      cause: error,
    });
  });
}

async function requireEmpty(database: AnyTables, dialect: Database['dialect'], shown: string): Promise<void> {
  const filled = await filledTables(database, dialect);
  if (filled.length === 0) return;
  throw new Error(`The target ${shown} is not empty: it has rows in ${filled.join(', ')}; choose an empty database.`);
}

/** `create table if not exists` would reuse a table of another program. */
async function requireOwnTables({ kysely, orm, dialect }: AnyDatabase, shown: string): Promise<void> {
  if (await readMigrationState(kysely, dialect)) return;
  for (const { name } of tablesOf(orm)) {
    if (!(await hasTable(kysely, dialect, name))) continue;
    throw new Error(`The target ${shown} has a table ${name} that is not Octavo's; choose an empty database.`);
  }
}

/** On SQLite the transaction already has the write lock. */
async function lockAll(transaction: AnyTables, { orm, dialect }: AnyDatabase): Promise<void> {
  if (dialect === 'sqlite') return;
  const names = tablesOf(orm).map(({ name }) => sql.table(name));
  await sql`lock table ${sql.join(names)} in share row exclusive mode`.execute(transaction);
}

/** Updates the statistics of the planner, and invalidates the caches of instances that already run on the database. */
async function notifyInstances({ transaction, orm }: Target): Promise<void> {
  const names = tablesOf(orm).map(({ name }) => sql.table(name));
  await sql`analyze ${sql.join(names)}`.execute(transaction);
  await sql`select pg_notify(${INVALIDATIONS_CHANNEL}, ${EVERYTHING})`.execute(transaction);
}
