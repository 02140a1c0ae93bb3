import { sql } from 'kysely';

import { migrations } from '../../../migrations/index.ts';
import { migrate } from '../../database/migrate.ts';
import { EVERYTHING } from '../../changes.ts';
import type { Database } from '../../database/open.ts';
import { INVALIDATIONS_CHANNEL } from '../../database/invalidations.ts';
import { filledTables } from '../contents.ts';
import { readLedger } from '../ledger.ts';
import { makeOwnerOnly } from '../owner-only.ts';
import { sqliteFileOf, withoutPassword } from '../place.ts';
import { reasonOf } from '../reasons.ts';
import { refuseInUse } from '../seize.ts';
import { hasTable, tablesOf, type AnyTables } from '../tables.ts';
import { explained, withDatabase, type AnyDatabase } from './open.ts';
import { waitForEver } from './source.ts';

/** What is copied into: one transaction of a database. */
export interface Target {
  orm: Database['orm'];
  dialect: Database['dialect'];
  transaction: AnyTables;
}

/**
 * Opens an empty database, brings its tables up to date and runs `run` in one transaction, while nobody else writes.
 *
 * @throws Error when it is not empty, is another program's, or is in use (SQLite)
 */
export async function intoEmpty<T>(url: string, run: (target: Target) => Promise<T>): Promise<T> {
  const file = sqliteFileOf(url);
  refuseInUse(file);
  return withDatabase(url, '--to', async (database) => {
    const { kysely, orm, dialect } = database;
    const shown = withoutPassword(url);
    await refuseStrangers(database, shown);
    await refuseFilled(kysely, dialect, shown);
    await migrate(database, migrations).catch((error: unknown) => {
      throw explained(error, '--to');
    });
    if (file !== null && file !== ':memory:') await restrict(file);
    return kysely.transaction().execute(async (transaction) => {
      await waitForEver(transaction, dialect);
      await lockAll(transaction, database);
      await refuseFilled(transaction, dialect, shown);
      const result = await run({ orm, dialect, transaction });
      if (dialect === 'postgres') await tellInstances({ orm, dialect, transaction });
      return result;
    });
  });
}

/** Before the first row is in it. */
async function restrict(file: string): Promise<void> {
  await makeOwnerOnly(file).catch((error: unknown) => {
    throw new Error(`${file} cannot be kept from other users: ${reasonOf(error)}; name another file.`, {
      cause: error,
    });
  });
}

async function refuseFilled(database: AnyTables, dialect: Database['dialect'], shown: string): Promise<void> {
  const filled = await filledTables(database, dialect);
  if (filled.length === 0) return;
  throw new Error(`The target ${shown} is not empty: it has rows in ${filled.join(', ')}; name an empty database.`);
}

/** `create table if not exists` would take another program's table for ours. */
async function refuseStrangers({ kysely, orm, dialect }: AnyDatabase, shown: string): Promise<void> {
  if (await readLedger(kysely, dialect)) return;
  for (const { name } of tablesOf(orm)) {
    if (!(await hasTable(kysely, dialect, name))) continue;
    throw new Error(`The target ${shown} has a table ${name} that is not Octavo's; name an empty database.`);
  }
}

/** SQLite's transaction has the only write lock already. */
async function lockAll(transaction: AnyTables, { orm, dialect }: AnyDatabase): Promise<void> {
  if (dialect === 'sqlite') return;
  const names = tablesOf(orm).map(({ name }) => sql.table(name));
  await sql`lock table ${sql.join(names)} in share row exclusive mode`.execute(transaction);
}

/** The planner has to know the new sizes; an instance that runs on the empty database already, that it is not any more. */
async function tellInstances({ transaction, orm }: Target): Promise<void> {
  const names = tablesOf(orm).map(({ name }) => sql.table(name));
  await sql`analyze ${sql.join(names)}`.execute(transaction);
  await sql`select pg_notify(${INVALIDATIONS_CHANNEL}, ${EVERYTHING})`.execute(transaction);
}
