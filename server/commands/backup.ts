import { randomBytes } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';

import { readConfig, type Config } from '../config.ts';
import { backupPlaceName } from '../backup/place.ts';
import { makeBackup, type Undeleted } from '../backup/make.ts';
import { readEnvironment } from '../environment.ts';
import { existingFileOf, fileTimestamp, shellQuoted } from './database-url.ts';
import { reasonOf } from './reasons.ts';
import { copyConsistently, type ConsistentCopy } from './consistent-copy.ts';
import { withIncomplete } from './incomplete.ts';
import { copySqlite } from './sqlite-copy.ts';
import { keepUploads, uploadsBeside, type UploadsReport } from './uploads.ts';

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
  const { name, place, bytes, tables, uploads, foreign, undeleted } = await makeBackup(config, new Date());
  return { file: `${place}/${name}`, bytes, tables, uploads, foreign, undeleted };
}

/**
 * Copies the SQLite database of DATABASE_URL to a new file, even while the service runs, and verifies it. Incomplete
 * files have `.part` in their names. Uploaded files are copied to the folder `uploads` beside it, unless they are there:
 * all that the backup names, or that are missing in the storage.
 *
 * @param file a file or folder; default: beside the database, with the UTC time in the name
 * @throws Error with one sentence
 */
async function backUpToFile(file: string | undefined, config: Config): Promise<BackupReport> {
  const { databaseUrl } = config;
  const database = existingFileOf(databaseUrl, 'DATABASE_URL');
  if (database === null) {
    const dump = `octavo-${fileTimestamp(new Date())}.dump`;
    throw new Error(
      `The database is PostgreSQL, which has its own tool; run: pg_dump --format=custom --file=${dump} ${shellQuoted(databaseUrl)}`,
    );
  }
  const path = pathFor(file, database);
  if (existsSync(path)) throw alreadyExists(path);
  const { bytes, tables, uploads, foreign } = await write(database, path, config);
  return { file: path, bytes, tables, uploads, foreign, undeleted: null };
}

function pathFor(file: string | undefined, database: string): string {
  const ending = extname(database);
  const name = `${basename(database, ending)}-${fileTimestamp(new Date())}${ending}`;
  if (file === undefined) return join(dirname(database), name);
  const path = resolve(file);
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ? join(path, name) : path;
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
    throw new Error(`${path} cannot be written: ${reasonOf(error)}.`, { cause: error });
  });
  await file.close();
}

function alreadyExists(path: string): Error {
  return new Error(`${path} already exists; choose another file.`);
}
