import { existsSync, statSync, type Stats } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

import type BetterSqlite3 from 'better-sqlite3';

import { readConfig, type Config } from '../config/config.ts';
import { backupPlaceName } from '../background/backup/place.ts';
import { readEnvironment } from '../config/environment.ts';
import { readDatabaseId } from '../storage/identity/identity.ts';
import { deleteInstance } from '../storage/claim/instance-file.ts';
import { findBackup, type BackupSource } from './backup-source.ts';
import { filledTables } from '../storage/copy/contents.ts';
import { sqliteFileOf } from '../storage/database/database-url.ts';
import { failureReason } from '../process/reasons.ts';
import { DatabaseInUse, keepServiceOut, lockExclusively } from '../storage/copy/exclusive-lock.ts';
import { partialFile, replaceDatabase } from './replace-database.ts';
import { restoreToPostgres, useItsOwnTool } from './restore-postgres.ts';
import { carryIdentity, prepareRestored, readMigrationState, type RestoreReport } from './restored.ts';
import { withSqlite } from '../storage/copy/sqlite-copy.ts';
import { hasTable } from '../storage/database/tables.ts';
import { putUploadsBack } from '../storage/copy/uploads.ts';

/**
 * Replaces the database of DATABASE_URL by a copy of a backup. Before that, the uploaded files that it names are copied
 * from those beside it to the storage, unless they are there.
 *
 * @param backup an SQLite file, also compressed; the name of an archive of BACKUP_DIR or BACKUP_S3; or `latest`
 * @param force whether to replace an SQLite database that is not empty; the old one is always kept beside it
 * @throws Error with one sentence when the database is in use or not empty, or the backup is damaged
 */
export async function restoreBackup(backup: string, force: boolean): Promise<RestoreReport> {
  const config = readConfig(readEnvironment());
  const { databaseUrl } = config;
  const file = sqliteFileOf(databaseUrl);
  const isNowhere = !existsSync(backup) && backupPlaceName(config) === null;
  if (file === null && isNowhere) throw useItsOwnTool(databaseUrl);
  const source = await findBackup(backup, config);
  if (file === null) return restoreToPostgres(source, config);
  requireOther(source, file);
  const replacedId = await readIdIn(file);
  const lock = keepServiceOut(file);
  let old: BetterSqlite3.Database | null = null;
  try {
    old = await lockOld(file, force);
    return await replace(source, file, config, replacedId);
  } catch (error) {
    if (!(error as NodeJS.ErrnoException).code) throw error;
    throw new Error(`The database ${file} cannot be replaced: ${failureReason(error)}.`, { cause: error });
  } finally {
    old?.close();
    lock.release();
  }
}

/** The identity of the old database; null if there is none, or it cannot be read. */
async function readIdIn(file: string): Promise<string | null> {
  if (!existsSync(file)) return null;
  return withSqlite(file, (_, database) => readDatabaseId(database, 'sqlite')).catch(() => null);
}

function requireOther(source: BackupSource, file: string): void {
  if (source.file !== null && isSame(statSync(source.file), statSync(file, { throwIfNoEntry: false }))) {
    throw new Error(`${source.name} is the database itself; choose a backup.`);
  }
}

function isSame(one: Stats, other: Stats | undefined): boolean {
  return one.ino === other?.ino && one.dev === other.dev;
}

/** Keeps other processes from opening the old database until it is replaced. */
async function lockOld(file: string, force: boolean): Promise<BetterSqlite3.Database | null> {
  if (!existsSync(file)) return null;
  if (!force) await requireEmpty(file);
  try {
    return lockExclusively(file);
  } catch (error) {
    if (error instanceof DatabaseInUse || !force) throw error;
    return null; // Too damaged to be in use.
  }
}

async function requireEmpty(file: string): Promise<void> {
  const filled = await withSqlite(file, async (_, database) => {
    const tables = await filledTables(database, 'sqlite');
    const isForeign = !(await hasTable(database, 'sqlite', 'schema_migrations')) && statSync(file).size > 0;
    return isForeign ? ["tables that are not Octavo's"] : tables;
  }).catch((error: unknown) => {
    throw new Error(`The database ${file} cannot be read (${failureReason(error)}); ${FORCE}`, { cause: error });
  });
  if (filled.length > 0) throw new Error(`The database ${file} is not empty: it has ${filled.join(', ')}; ${FORCE}`);
}

const FORCE = 'use --force to replace it; it is kept under another name.';

async function replace(
  source: BackupSource,
  file: string,
  config: Config,
  replacedId: string | null,
): Promise<RestoreReport> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const part = partialFile(file);
  const copy = await source.copyTo(part);
  try {
    const state = await readMigrationState(copy, part, source.name);
    const uploads = await putUploadsBack(part, state, config, source.uploads);
    await withSqlite(part, async (_, database) => {
      await carryIdentity(database, replacedId);
      await prepareRestored(database, 'sqlite', new Date().toISOString());
    });
    const kept = await replaceDatabase(part, file);
    await deleteInstance(file);
    return { file, kept, older: state.due.length > 0, tables: copy.tables, uploads };
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
