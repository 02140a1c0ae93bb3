import { randomBytes } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';

import { readConfig } from '../config.ts';
import { readEnvironment } from '../environment.ts';
import { existingFileOf, stampOf, typable } from './place.ts';
import { reasonOf } from './reasons.ts';
import { copySqlite, type SqliteCopy } from './sqlite-copy.ts';

/** A backup that was made. */
export interface BackupReport {
  /** Its absolute path. */
  file: string;
  bytes: number;
  /** Rows of each table, counted in the database and in the backup. */
  tables: Record<string, number>;
}

/**
 * Writes a copy of the SQLite database that DATABASE_URL names into a new file, also while the service runs, and checks
 * it. An unfinished one has `.part` in its name.
 *
 * @param file where to, or a folder for it; absent: beside the database, under a name with the time (UTC)
 * @throws Error with one sentence
 */
export async function backUp(file: string | undefined): Promise<BackupReport> {
  const { databaseUrl } = readConfig(readEnvironment());
  const database = existingFileOf(databaseUrl, 'DATABASE_URL');
  if (database === null) {
    const dump = `octavo-${stampOf(new Date())}.dump`;
    throw new Error(
      `The database is PostgreSQL, which has its own tool; type: pg_dump --format=custom --file=${dump} ${typable(databaseUrl)}`,
    );
  }
  const path = placeOf(file, database);
  if (existsSync(path)) throw alreadyThere(path);
  const { bytes, tables } = await write(database, path);
  return { file: path, bytes, tables };
}

function placeOf(file: string | undefined, database: string): string {
  const ending = extname(database);
  const name = `${basename(database, ending)}-${stampOf(new Date())}${ending}`;
  if (file === undefined) return join(dirname(database), name);
  const path = resolve(file);
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ? join(path, name) : path;
}

async function write(database: string, path: string): Promise<SqliteCopy> {
  const part = `${path}.part-${randomBytes(4).toString('hex')}`;
  const copy = await copySqlite(database, part);
  try {
    if (copy.ledger === null) throw new Error(`${database} is no database of Octavo; correct DATABASE_URL.`);
    await takeName(path);
    await rename(part, path);
    return copy;
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

/** Renaming would overwrite what came there meanwhile. */
async function takeName(path: string): Promise<void> {
  const file = await open(path, 'wx', 0o600).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw alreadyThere(path);
    throw new Error(`${path} cannot be written: ${reasonOf(error)}.`, { cause: error });
  });
  await file.close();
}

function alreadyThere(path: string): Error {
  return new Error(`${path} is there already, and a backup overwrites nothing; name another file.`);
}
