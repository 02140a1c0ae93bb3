import { setTimeout as wait } from 'node:timers/promises';

import BetterSqlite3 from 'better-sqlite3';

import { DatabaseUnavailable } from './errors.ts';
import { errorCode, explainSqlite, isBusy } from './sqlite-errors.ts';
import { setPragmas } from './sqlite-pragmas.ts';

/** How long a read waits for another process that recovers the file, in milliseconds. */
const BUSY_TIMEOUT = 1000;

/** A statement that every SQLite database answers. */
export const FIRST_READ = 'select count(*) from sqlite_schema';

/**
 * Opens the connection that writes, with a write-ahead log.
 *
 * @throws DatabaseUnavailable
 */
export async function openWriter(path: string): Promise<BetterSqlite3.Database> {
  let database: BetterSqlite3.Database | undefined;
  try {
    // SQLite would block the event loop while it waits for another process; the writer retries on its own.
    database = new BetterSqlite3(path, { timeout: 0 });
    await turnOnWal(database);
    setPragmas(database);
    // The log is opened with the first read, and only a connection that has opened the log removes it at the end.
    database.prepare(FIRST_READ).get();
    return database;
  } catch (error) {
    database?.close();
    throw explainOpening(error, path);
  }
}

/** Opens a connection that only reads. */
export function openReader(path: string): BetterSqlite3.Database {
  const database = new BetterSqlite3(path, { readonly: true, timeout: BUSY_TIMEOUT });
  database.pragma('trusted_schema = OFF');
  return database;
}

/** Explains why a file cannot be opened. */
export function explainOpening(error: unknown, path: string): DatabaseUnavailable {
  const sentence =
    explainSqlite(error, path) ??
    `The database ${path} cannot be opened (${errorCode(error)}); look at the file and its folder, or name another place in DATABASE_URL.`;
  return new DatabaseUnavailable(sentence, { cause: error });
}

// Switching to WAL ignores the busy timeout: when four processes opened a new file concurrently, one in a hundred
// failed.
async function turnOnWal(database: BetterSqlite3.Database, attempts = 100): Promise<void> {
  try {
    database.pragma('journal_mode = WAL');
  } catch (error) {
    if (!isBusy(error) || attempts === 1) throw error;
    await wait(50);
    await turnOnWal(database, attempts - 1);
  }
}

/** A checkpoint at the end, so that copying one file suffices to save the data, and no stale log remains. */
export function keepEverythingInOneFile(database: BetterSqlite3.Database): void {
  try {
    database.pragma('wal_checkpoint(truncate)');
  } catch {
    // A transaction occupies the connection; the next check retries.
  }
}
