import { randomBytes } from 'node:crypto';
import { existsSync, statSync, type Stats } from 'node:fs';
import { chown, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

import type BetterSqlite3 from 'better-sqlite3';

import { readConfig, type Config } from '../config.ts';
import { leaveEvent } from '../console-events.ts';
import { readEnvironment } from '../environment.ts';
import { deleteInstance } from '../instance-file.ts';
import { filledTables } from './contents.ts';
import type { MigrationState } from './migration-state.ts';
import { makeOwnerOnly, SQLITE_SUFFIXES } from './owner-only.ts';
import { sqliteFileOf, fileTimestamp, shellQuoted } from './database-url.ts';
import { beginEpoch } from './epoch.ts';
import { reasonOf } from './reasons.ts';
import { DatabaseInUse, lockExclusively } from './exclusive-lock.ts';
import { copySqlite, withSqlite, type SqliteCopy } from './sqlite-copy.ts';
import { hasTable, type AnyTables } from './tables.ts';
import { putUploadsBack, uploadsBeside, type UploadsReport } from './uploads.ts';

/** A completed restore. */
export interface RestoreReport {
  /** The database, an absolute path. */
  file: string;
  /** The path of the replaced database; null if there was none. */
  kept: string | null;
  /** Whether the next start migrates it. */
  older: boolean;
  tables: Record<string, number>;
  /** The uploaded files that the backup names; null when there are none. */
  uploads: UploadsReport | null;
}

/**
 * Replaces the database of DATABASE_URL by a copy of a backup. Before that, the uploaded files that it names are copied
 * from the folder `uploads` beside it to the storage, unless they are there.
 *
 * @param backup an SQLite file
 * @param force whether to replace a database that is not empty; the old one is always kept beside it
 * @throws Error with one sentence when the database is in use or not empty, or the backup is damaged
 */
export async function restoreBackup(backup: string, force: boolean): Promise<RestoreReport> {
  const config = readConfig(readEnvironment());
  const { databaseUrl } = config;
  const file = sqliteFileOf(databaseUrl);
  if (file === null) {
    throw new Error(
      `The database is PostgreSQL, which has its own tool; run: pg_restore --clean --if-exists --no-owner --dbname=${shellQuoted(databaseUrl)} <file>`,
    );
  }
  const source = resolve(backup);
  requireBackup(source, file);
  const old = await lockOld(file, force);
  try {
    return await replace(source, file, config);
  } catch (error) {
    if (!(error as NodeJS.ErrnoException).code) throw error;
    throw new Error(`The database ${file} cannot be replaced: ${reasonOf(error)}.`, { cause: error });
  } finally {
    old?.close();
  }
}

function requireBackup(source: string, file: string): void {
  const found = statSync(source, { throwIfNoEntry: false });
  if (!found?.isFile()) throw new Error(`There is no backup ${source}.`);
  if (isSame(found, statSync(file, { throwIfNoEntry: false }))) {
    throw new Error(`${source} is the database itself; choose a backup.`);
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
    throw new Error(`The database ${file} cannot be read (${reasonOf(error)}); ${FORCE}`, { cause: error });
  });
  if (filled.length > 0) throw new Error(`The database ${file} is not empty: it has ${filled.join(', ')}; ${FORCE}`);
}

const FORCE = 'use --force to replace it; it is kept under another name.';

async function replace(source: string, file: string, config: Config): Promise<RestoreReport> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const part = `${file}.part-${randomBytes(4).toString('hex')}`;
  const copy = await copySqlite(source, part);
  try {
    const state = stateOf(copy, source);
    const uploads = await putUploadsBack(part, state, config, uploadsBeside(source));
    await withSqlite(part, (_, database) => settle(database, new Date().toISOString()));
    await copyOwner(part, file);
    const kept = await moveAside(file);
    await rename(part, file);
    return { file, kept, older: state.due.length > 0, tables: copy.tables, uploads };
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

async function settle(database: AnyTables, now: string): Promise<void> {
  await leaveEvent(database, 'restore', now);
  await beginEpoch(database, now);
}

function stateOf({ state }: SqliteCopy, source: string): MigrationState {
  if (state === null) throw new Error(`${source} is not an Octavo database.`);
  if (state.unknown.length === 0) return state;
  throw new Error(
    `${source} has the migration ${state.unknown.join(', ')}, which this version does not know; install the version that wrote it, or a newer one.`,
  );
}

/** A file restored by root must still belong to the user of the service. */
async function copyOwner(part: string, file: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(file, { throwIfNoEntry: false }) ?? statSync(dirname(file));
  await chown(part, uid, gid);
}

/** Renames all files of the old database: its write-ahead log would destroy the new one. */
async function moveAside(file: string): Promise<string | null> {
  const ends = SQLITE_SUFFIXES.filter((end) => existsSync(file + end));
  const kept = freeName(`${file}.replaced-${fileTimestamp(new Date())}`);
  for (const end of ends) await rename(file + end, kept + end);
  await deleteInstance(file);
  // A file of another user keeps its permissions; that is no reason to stop halfway.
  await makeOwnerOnly(kept).catch(() => undefined);
  return ends.includes('') ? kept : null;
}

function freeName(name: string, number = 1): string {
  const tried = number === 1 ? name : `${name}-${number}`;
  return existsSync(tried) ? freeName(name, number + 1) : tried;
}
