import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

import BetterSqlite3 from 'better-sqlite3';

import { lockFile, tryToLock, type Lock } from '../claim/lock.ts';
import { separateForeignLog } from '../database/file-watch/foreign-log.ts';
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
  separateForeignLog(file);
  const database = new BetterSqlite3(file, { fileMustExist: true, timeout: 0 });
  try {
    database.pragma('journal_mode = delete');
    database.exec('begin exclusive');
    return database;
  } catch (error) {
    database.close();
    throw isBusy(error) ? inUse(file, error) : error;
  }
}

function inUse(file: string, cause?: unknown): DatabaseInUse {
  return new DatabaseInUse(`The database ${file} is in use; stop the service first.`, { cause });
}

/**
 * Locks an SQLite file as the service does, so that none starts before the end of a command.
 *
 * @param file null for PostgreSQL, which has no such lock
 * @throws DatabaseInUse. Other problems are reported when the file is opened
 */
export function keepServiceOut(file: string | null): Lock {
  if (file === null || file === ':memory:') return UNLOCKED;
  let lock: Lock | null;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    lock = tryToLock(lockFile(file));
  } catch {
    return UNLOCKED;
  }
  if (!lock) throw inUse(file);
  return lock;
}

const UNLOCKED: Lock = { release: () => undefined };

/**
 * As `keepServiceOut`, and fails if any other process has the file open. There is nothing to lock if there is no file.
 *
 * @throws DatabaseInUse
 */
export function reserveFile(file: string | null): Lock {
  if (file === null || !existsSync(file)) return UNLOCKED;
  const lock = keepServiceOut(file);
  try {
    lockExclusively(file).close();
  } catch (error) {
    if (error instanceof DatabaseInUse) {
      lock.release();
      throw error;
    }
  }
  return lock;
}
