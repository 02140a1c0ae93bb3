import { existsSync } from 'node:fs';

import { entities } from '../../../entities/index.ts';
import type { Config } from '../../config/config.ts';
import { openDatabase, type Database } from '../../storage/database/open.ts';
import { lostFile, unfinishedRestore } from '../../storage/database/unfinished-restore.ts';
import { databaseProblem } from '../../storage/database/state.ts';
import { readMigrationState, type MigrationState } from '../../storage/database/migration-state.ts';
import { sqliteFileOf, withoutPassword } from '../../storage/database/database-url.ts';
import type { AnyTables } from '../../storage/database/tables.ts';
import { examineBackups } from './backups.ts';
import { examineBlog } from './blog.ts';
import { ok, problem, warning, type Finding } from './finding.ts';
import { examineMedia } from './media.ts';
import { examinePostgres } from './postgres.ts';
import { examineSqlite } from './sqlite.ts';

/** Opens the database as the service does, and checks its state, the settings of the blog, its files and its backups. */
export async function examineDatabase(config: Config): Promise<Finding[]> {
  const { databaseUrl: url } = config;
  const file = sqliteFileOf(url);
  if (file !== null && !existsSync(file)) return [absent(file), await examineBackups(config, null)];
  try {
    const database = await openDatabase({ url, entities });
    try {
      return [await checkState(database), ...(await examineOpen(database, config))];
    } finally {
      await database.close();
    }
  } catch (error) {
    return [problem('database', (error as Error).message), await examineBackups(config, null)];
  }
}

/** As the health of the service reports it. */
async function checkState(database: Database): Promise<Finding> {
  const found = await databaseProblem(database);
  if (found !== null) return problem('database', found.text);
  return ok('database', `${withoutPassword(database.url)} answers.`);
}

function absent(file: string): Finding {
  const lost = unfinishedRestore(file) ?? lostFile(file);
  if (lost !== null) return problem('database', lost);
  return warning(
    'database',
    `There is no database ${file} yet; the next start creates it. If it should exist, correct DATABASE_URL.`,
  );
}

async function examineOpen(database: Database, config: Config): Promise<Finding[]> {
  const { dialect, kysely } = database;
  const state = await readMigrationState(kysely as unknown as AnyTables, dialect);
  const findings = dialect === 'sqlite' ? await examineSqlite(database) : await examinePostgres(database);
  const isCurrent = state !== null && state.due.length + state.unknown.length === 0;
  if (!isCurrent) return [checkMigrations(state), ...findings, await examineBackups(config, null)];
  return [
    checkMigrations(state),
    ...findings,
    ...(await examineBlog(database, config)),
    ...(await examineMedia(database, config)),
    await examineBackups(config, kysely),
  ];
}

function checkMigrations(state: MigrationState | null): Finding {
  if (state === null) return warning('migrations', 'There are no Octavo tables yet; the next start creates them.');
  const { due, unknown } = state;
  if (unknown.length > 0) {
    return problem('migrations', `This version does not know ${unknown.join(', ')}; install the newer version again.`);
  }
  if (due.length > 0) return warning('migrations', `The next start runs ${due.join(', ')}; make a backup first.`);
  return ok('migrations', 'The tables are up to date.');
}
