import { existsSync } from 'node:fs';

import BetterSqlite3 from 'better-sqlite3';

import { isBusy } from '../database/sqlite-errors.ts';

/** Another process has the database open. */
export class DatabaseInUse extends Error {}

/**
 * Locks an SQLite file exclusively until the connection is closed.
 *
 * A connection in WAL mode holds a shared lock as long as it is open, even when idle; the operating system releases it
 * when the process ends. Leaving WAL mode needs an exclusive lock: it fails while another connection is open; otherwise
 * it checkpoints and deletes `-wal` and `-shm`.
 *
 * @returns the connection; close it to release the lock
 * @throws DatabaseInUse; the error of SQLite for a damaged file
 */
export function lockExclusively(file: string): BetterSqlite3.Database {
  const database = new BetterSqlite3(file, { fileMustExist: true, timeout: 0 });
  try {
    database.pragma('journal_mode = delete');
    database.exec('begin exclusive');
    return database;
  } catch (error) {
    database.close();
    throw isBusy(error)
      ? new DatabaseInUse(`The database ${file} is in use; stop the service first.`, { cause: error })
      : error;
  }
}

/**
 * Fails if another process has the file open. An absent or damaged file passes; opening it reports the problem.
 *
 * @param file null for PostgreSQL
 * @throws DatabaseInUse
 */
export function requireUnused(file: string | null): void {
  if (file === null || !existsSync(file)) return;
  try {
    lockExclusively(file).close();
  } catch (error) {
    if (error instanceof DatabaseInUse) throw error;
  }
}
