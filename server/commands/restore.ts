import { randomBytes } from 'node:crypto';
import { existsSync, statSync, type Stats } from 'node:fs';
import { chown, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

import type BetterSqlite3 from 'better-sqlite3';

import { readConfig } from '../config.ts';
import { leaveEvent } from '../console-events.ts';
import { readEnvironment } from '../environment.ts';
import { filledTables } from './contents.ts';
import { makeOwnerOnly, SQLITE_FILES } from './owner-only.ts';
import { sqliteFileOf, stampOf, typable } from './place.ts';
import { reasonOf } from './reasons.ts';
import { InUse, seize } from './seize.ts';
import { copySqlite, withSqlite, type SqliteCopy } from './sqlite-copy.ts';
import { hasTable } from './tables.ts';

/** What was put back. */
export interface RestoreReport {
  /** The database, an absolute path. */
  file: string;
  /** Where the one is that was there before; null when there was none. */
  kept: string | null;
  /** Whether the next start brings its tables up to date. */
  older: boolean;
  tables: Record<string, number>;
}

/**
 * Puts a backup into the place that DATABASE_URL names. The backup itself stays as it is.
 *
 * @param backup a file of SQLite
 * @param force whether to replace a database that holds something; either way the one before is kept beside it
 * @throws Error with one sentence when a service uses the database, when it is not empty, or when the backup is not sound
 */
export async function restoreBackup(backup: string, force: boolean): Promise<RestoreReport> {
  const { databaseUrl } = readConfig(readEnvironment());
  const file = sqliteFileOf(databaseUrl);
  if (file === null) {
    throw new Error(
      `The database is PostgreSQL, which has its own tool; type: pg_restore --clean --if-exists --no-owner --dbname=${typable(databaseUrl)} <file>`,
    );
  }
  const source = resolve(backup);
  requireBackup(source, file);
  const old = await seizeOld(file, force);
  try {
    return await replace(source, file);
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
    throw new Error(`${source} is the database itself; name a backup.`);
  }
}

function isSame(one: Stats, other: Stats | undefined): boolean {
  return one.ino === other?.ino && one.dev === other.dev;
}

/** Nobody opens the one before until the new one is in its place. */
async function seizeOld(file: string, force: boolean): Promise<BetterSqlite3.Database | null> {
  if (!existsSync(file)) return null;
  if (!force) await refuseFilled(file);
  try {
    return seize(file);
  } catch (error) {
    if (error instanceof InUse || !force) throw error;
    return null; // So damaged that nobody can use it.
  }
}

async function refuseFilled(file: string): Promise<void> {
  const filled = await withSqlite(file, async (_, database) => {
    const tables = await filledTables(database, 'sqlite');
    const isStrange = !(await hasTable(database, 'sqlite', 'schema_migrations')) && statSync(file).size > 0;
    return isStrange ? ['tables that are not of Octavo'] : tables;
  }).catch((error: unknown) => {
    throw new Error(`The database ${file} cannot be read (${reasonOf(error)}); ${FORCE}`, { cause: error });
  });
  if (filled.length > 0) throw new Error(`The database ${file} is not empty: it has ${filled.join(', ')}; ${FORCE}`);
}

const FORCE = 'with --force the backup takes its place, and it is kept under another name.';

async function replace(source: string, file: string): Promise<RestoreReport> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const part = `${file}.part-${randomBytes(4).toString('hex')}`;
  const copy = await copySqlite(source, part);
  try {
    const due = dueOf(copy, source);
    await withSqlite(part, (_, database) => leaveEvent(database, 'restore', new Date().toISOString()));
    await belongLike(part, file);
    const kept = await moveAside(file);
    await rename(part, file);
    return { file, kept, older: due.length > 0, tables: copy.tables };
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

function dueOf({ ledger }: SqliteCopy, source: string): string[] {
  if (ledger === null) throw new Error(`${source} is no database of Octavo.`);
  if (ledger.unknown.length === 0) return ledger.due;
  throw new Error(
    `${source} has had the migration ${ledger.unknown.join(', ')}, which this release does not know; install the release that wrote it, or a newer one.`,
  );
}

/** Restored by root, it still has to be the service's own. */
async function belongLike(part: string, file: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(file, { throwIfNoEntry: false }) ?? statSync(dirname(file));
  await chown(part, uid, gid);
}

/** Takes everything away that belongs to the one before: its log, played into another database, would destroy that. */
async function moveAside(file: string): Promise<string | null> {
  const ends = SQLITE_FILES.filter((end) => existsSync(file + end));
  const kept = freeName(`${file}.replaced-${stampOf(new Date())}`);
  for (const end of ends) await rename(file + end, kept + end);
  // Another user's file keeps its rights; that is no reason to stop half way.
  await makeOwnerOnly(kept).catch(() => undefined);
  return ends.includes('') ? kept : null;
}

function freeName(name: string, number = 1): string {
  const tried = number === 1 ? name : `${name}-${number}`;
  return existsSync(tried) ? freeName(name, number + 1) : tried;
}
