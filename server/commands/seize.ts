import { existsSync } from 'node:fs';

import BetterSqlite3 from 'better-sqlite3';

/** Somebody has the database open. */
export class InUse extends Error {}

/**
 * Takes an SQLite file for oneself: nobody else has it open, and nobody can open it until the connection is closed.
 *
 * Whoever has a file open in WAL mode holds a shared lock on it all the time, also when nothing is read or written, and
 * the lock ends with its process however that ends. Leaving WAL mode needs the file for oneself: it fails while there is
 * anybody else, else it puts everything into the one file and takes `-wal` and `-shm` away.
 *
 * @returns the connection; close it to let go
 * @throws InUse; what SQLite threw when it is damaged or none of its files
 */
export function seize(file: string): BetterSqlite3.Database {
  const database = new BetterSqlite3(file, { fileMustExist: true, timeout: 0 });
  try {
    database.pragma('journal_mode = delete');
    database.exec('begin exclusive');
    return database;
  } catch (error) {
    database.close();
    throw isBusy(error)
      ? new InUse(`The database ${file} is in use; stop the service first.`, { cause: error })
      : error;
  }
}

/**
 * Refuses a file that anybody has open. One that is absent or damaged is not in use: opening it says what is wrong.
 *
 * @param file null for a database that is no file
 * @throws InUse
 */
export function refuseInUse(file: string | null): void {
  if (file === null || !existsSync(file)) return;
  try {
    seize(file).close();
  } catch (error) {
    if (error instanceof InUse) throw error;
  }
}

function isBusy(error: unknown): boolean {
  return String((error as { code?: string }).code).startsWith('SQLITE_BUSY');
}
