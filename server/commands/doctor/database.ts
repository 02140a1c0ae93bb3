import { existsSync } from 'node:fs';

import { entities } from '../../../entities/index.ts';
import type { Config } from '../../config.ts';
import { openDatabase, type Database } from '../../database/open.ts';
import { readLedger, type Ledger } from '../ledger.ts';
import { sqliteFileOf, withoutPassword } from '../place.ts';
import type { AnyTables } from '../tables.ts';
import { examineBlog } from './blog.ts';
import { ok, problem, warning, type Finding } from './finding.ts';
import { examinePostgres } from './postgres.ts';
import { examineSqlite } from './sqlite.ts';

/** Opens the database as the service does and looks at its state and at what the blog needs of it. */
export async function examineDatabase(config: Config): Promise<Finding[]> {
  const { databaseUrl: url } = config;
  const file = sqliteFileOf(url);
  if (file !== null && !existsSync(file)) {
    return [warning('database', `There is no database ${file} yet; the start makes it, else correct DATABASE_URL.`)];
  }
  try {
    const database = await openDatabase({ url, entities });
    try {
      return [ok('database', `${withoutPassword(url)} answers.`), ...(await examineOpen(database, config))];
    } finally {
      await database.close();
    }
  } catch (error) {
    return [problem('database', (error as Error).message)];
  }
}

async function examineOpen(database: Database, config: Config): Promise<Finding[]> {
  const { dialect, kysely } = database;
  const ledger = await readLedger(kysely as unknown as AnyTables, dialect);
  const state = dialect === 'sqlite' ? await examineSqlite(database) : await examinePostgres(database);
  const isCurrent = ledger !== null && ledger.due.length + ledger.unknown.length === 0;
  return [migrationsOf(ledger), ...state, ...(isCurrent ? await examineBlog(database, config) : [])];
}

function migrationsOf(ledger: Ledger | null): Finding {
  if (ledger === null) return warning('migrations', 'There are no tables of Octavo yet; the start makes them.');
  const { due, unknown } = ledger;
  if (unknown.length > 0) {
    return problem('migrations', `This release does not know ${unknown.join(', ')}; install the newer one again.`);
  }
  if (due.length > 0) return warning('migrations', `The next start runs ${due.join(', ')}; make a backup before.`);
  return ok('migrations', 'The tables are up to date.');
}
