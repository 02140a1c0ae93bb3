import { accessSync, closeSync, constants, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import BetterSqlite3 from 'better-sqlite3';

import { DatabaseUnavailable } from './errors.ts';
import { OctavoSqliteDialect } from './sqlite-dialect.ts';

/** Milliseconds that a statement waits for another process that writes. */
export const BUSY_TIMEOUT = 5000;

/**
 * Opens an SQLite file, makes its folder when it is absent, and sets every pragma.
 *
 * @param file a path relative to the working directory, an absolute one, or `:memory:`
 * @throws DatabaseUnavailable
 */
export async function openSqlite(file: string): Promise<OctavoSqliteDialect> {
  const path = file === ':memory:' ? file : prepareFile(resolve(file));
  let database: BetterSqlite3.Database | undefined;
  try {
    database = new BetterSqlite3(path);
    await setPragmas(database);
    return new OctavoSqliteDialect(database);
  } catch (error) {
    database?.close();
    throw explain(error, path);
  }
}

// All of them belong to the connection, not to the file: even WAL with synchronous=FULL lasts only
// for the connection that turned WAL on.
async function setPragmas(database: BetterSqlite3.Database): Promise<void> {
  database.pragma(`busy_timeout = ${BUSY_TIMEOUT}`);
  await turnOnWal(database);
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  database.pragma('trusted_schema = OFF');
  database.pragma('secure_delete = ON');
}

// The switch to WAL does not wait for the busy time-out: when four processes opened a new file at once,
// one opening in a hundred failed.
async function turnOnWal(database: BetterSqlite3.Database, attempts = 100): Promise<void> {
  try {
    database.pragma('journal_mode = WAL');
  } catch (error) {
    if (!codeOf(error).startsWith('SQLITE_BUSY') || attempts === 1) {
      throw error;
    }
    await wait(50);
    await turnOnWal(database, attempts - 1);
  }
}

function prepareFile(path: string): string {
  const folder = dirname(path);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new DatabaseUnavailable(
      `The folder ${folder} for the database cannot be made (${codeOf(error)}); create it, or name another place in DATABASE_URL.`,
      { cause: error },
    );
  }
  // SQLite opens a file it may not write without a word; WAL writes beside the file as well.
  for (const place of [folder, path].filter(existsSync)) {
    try {
      accessSync(place, constants.R_OK | constants.W_OK);
    } catch (error) {
      throw new DatabaseUnavailable(
        `${place} cannot be written (${codeOf(error)}); give the user that runs Octavo the right to write it, or name another place in DATABASE_URL.`,
        { cause: error },
      );
    }
  }
  // What a blog keeps is for the user that runs it: the log beside the file gets the same rights.
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
  return path;
}

function explain(error: unknown, path: string): DatabaseUnavailable {
  const code = codeOf(error);
  const reason =
    REASONS[code] ??
    `cannot be opened (${code}); look at the file and its folder, or name another place in DATABASE_URL.`;
  return new DatabaseUnavailable(`The database ${path} ${reason}`, { cause: error });
}

const REASONS: Record<string, string> = {
  SQLITE_NOTADB: 'is not an SQLite database; name another file in DATABASE_URL, or move this one away.',
  SQLITE_CORRUPT: 'is damaged; restore a backup.',
  SQLITE_FULL: 'cannot be written because the disk is full; make room.',
  SQLITE_BUSY: 'is locked by another program; close that one and start again.',
};

function codeOf(error: unknown): string {
  return (error as { code?: string }).code ?? String(error);
}
