import { randomBytes } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve, sep } from 'node:path';

import { readConfig, type Config } from '../config/config.ts';
import { entities } from '../../entities/index.ts';
import { backupPlaceName, backupRefusal, openBackups } from '../background/backup/place.ts';
import { makeBackup, type Undeleted } from '../background/backup/make.ts';
import { openDatabase } from '../storage/database/open.ts';
import { readDatabaseId } from '../storage/identity/identity.ts';
import { storageFailure } from '../storage/files/copy-file.ts';
import { readEnvironment } from '../config/environment.ts';
import { makeFolder } from '../storage/files/incoming.ts';
import { existingDatabaseFile, fileTimestamp, shellQuoted } from '../storage/database/database-url.ts';
import { failureReason } from '../process/reasons.ts';
import { copyConsistently, type ConsistentCopy } from '../storage/copy/consistent-copy.ts';
import { withIncomplete } from './incomplete.ts';
import { copySqlite } from '../storage/copy/sqlite-copy.ts';
import type { AnyTables } from '../storage/database/tables.ts';
import { keepUploads, uploadsBeside, type UploadsReport } from '../storage/copy/uploads.ts';

/** A completed backup. */
export interface BackupReport {
  /** Its absolute path. */
  file: string;
  bytes: number;
  /** Rows of each table, counted in the database and in the backup. */
  tables: Record<string, number>;
  /** The uploaded files beside it; null when there are none. */
  uploads: UploadsReport | null;
  /** The triggers and views that are not Octavo's: `restore` refuses a backup with them. */
  foreign: string[];
  /** Older backups that BACKUP_KEEP does not keep, and that could not be deleted; null without any. */
  undeleted: Undeleted | null;
}

/**
 * Makes a backup: without a file, and with BACKUP_DIR or BACKUP_S3, the one that the service makes by itself.
 *
 * @throws Error with one sentence
 */
export async function backUp(file: string | undefined): Promise<BackupReport> {
  const config = readConfig(readEnvironment());
  if (file !== undefined || backupPlaceName(config) === null) return backUpToFile(file, config);
  await requireOwnPlace(config);
  const { name, place, bytes, tables, uploads, foreign, undeleted } = await makeBackup(config, new Date());
  return { file: `${place}/${name}`, bytes, tables, uploads, foreign, undeleted };
}

/**
 * A database of an earlier version has no identity to compare.
 *
 * @throws Error with one sentence when BACKUP_DIR or BACKUP_S3 is not the place of the backups of this database
 */
async function requireOwnPlace(config: Config): Promise<void> {
  const place = await openBackups(config);
  existingDatabaseFile(config.databaseUrl, 'DATABASE_URL');
  const { kysely, dialect, close } = await openDatabase({ url: config.databaseUrl, entities, connections: 1 });
  try {
    if (!place || (await readDatabaseId(kysely as unknown as AnyTables, dialect)) === null) return;
    const problem = await backupRefusal(kysely, place).catch((error: unknown) => {
      throw new Error(`${place.name} cannot be used: ${storageFailure(error)}.`, { cause: error });
    });
    if (problem !== null) throw new Error(problem);
  } finally {
    await close();
  }
}

/**
 * Copies the SQLite database of DATABASE_URL to a new file, even while the service runs, and verifies it. Incomplete
 * files have `.part` in their names. Uploaded files are copied to the folder `uploads` beside it, unless they are there:
 * all that the backup names, or that are missing in the storage.
 *
 * @param file a file, or a folder; one that does not exist ends in a slash, and is created; default: beside the database, with the UTC time in the name
 * @throws Error with one sentence
 */
async function backUpToFile(file: string | undefined, config: Config): Promise<BackupReport> {
  const { databaseUrl } = config;
  const database = existingDatabaseFile(databaseUrl, 'DATABASE_URL');
  if (database === null) {
    const dump = `octavo-${fileTimestamp(new Date())}.dump`;
    throw new Error(
      `The database is PostgreSQL, which has its own tool; run: pg_dump --format=custom --exclude-table-data=visitor_salts --file=${dump} ${shellQuoted(databaseUrl)}`,
    );
  }
  const path = await pathFor(file, database);
  if (existsSync(path)) throw alreadyExists(path);
  const { bytes, tables, uploads, foreign } = await write(database, path, config);
  return { file: path, bytes, tables, uploads, foreign, undeleted: null };
}

async function pathFor(file: string | undefined, database: string): Promise<string> {
  const ending = extname(database);
  const name = `${basename(database, ending)}-${fileTimestamp(new Date())}${ending}`;
  if (file === undefined) return join(dirname(database), name);
  const path = resolve(file);
  const isFolder = file.endsWith('/') || file.endsWith(sep);
  if (isFolder) await createFolder(path);
  return isFolder || statSync(path, { throwIfNoEntry: false })?.isDirectory() ? join(path, name) : path;
}

async function createFolder(path: string): Promise<void> {
  await makeFolder(path).catch((error: unknown) => {
    const isFile = (error as NodeJS.ErrnoException).code === 'EEXIST';
    const reason = isFile ? 'a file has this name' : failureReason(error);
    throw new Error(`The folder ${path} cannot be created: ${reason}; choose another one.`, { cause: error });
  });
}

async function write(database: string, path: string, config: Config): Promise<ConsistentCopy> {
  const part = `${path}.part-${randomBytes(4).toString('hex')}`;
  return withIncomplete(part, async () => {
    const written = await copyConsistently(database, part, {
      database: () => copySqlite(database, part),
      uploads: (state) => keepUploads(part, state, config, uploadsBeside(path)),
    });
    await reserveName(path);
    await rename(part, path);
    return written;
  });
}

/** Creates the file exclusively, because renaming would overwrite one that was created in the meantime. */
async function reserveName(path: string): Promise<void> {
  const file = await open(path, 'wx', 0o600).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw alreadyExists(path);
    throw new Error(`${path} cannot be written: ${failureReason(error)}.`, { cause: error });
  });
  await file.close();
}

function alreadyExists(path: string): Error {
  return new Error(`${path} already exists; choose another file.`);
}
