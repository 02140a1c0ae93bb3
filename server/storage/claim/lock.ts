import { chownSync, closeSync, existsSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

import BetterSqlite3 from 'better-sqlite3';

import { isBusy } from '../database/sqlite-errors.ts';

/** A lock that one process of all that share a file system has. */
export interface Lock {
  release(): void;
}

/**
 * Takes the lock of which a file is the name: an exclusive transaction of SQLite, which the operating system ends with its
 * process. The file stays empty. It is never deleted, because a process that waits for it has it open.
 *
 * @param file created if necessary
 * @returns null while another process has the lock
 * @throws the error of the file system or of SQLite
 */
export function tryToLock(file: string): Lock | null {
  if (!existsSync(file)) create(file);
  const database = new BetterSqlite3(file, { fileMustExist: true, timeout: 0 });
  try {
    // Nothing is ever written, so no journal appears beside it.
    database.pragma('journal_mode = memory');
    database.exec('begin exclusive');
    return {
      release() {
        database.close();
      },
    };
  } catch (error) {
    database.close();
    if (isBusy(error)) return null;
    throw error;
  }
}

/** A file that a command creates as root belongs to the owner of its folder, as the service does. */
function create(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(dirname(file));
  chownSync(file, uid, gid);
}

/** The file that locks a database. */
export function lockFile(database: string): string {
  return `${database}.lock`;
}
