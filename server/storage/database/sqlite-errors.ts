import { OVERWRITTEN } from '../../../routers/base/database-errors.ts';

/** A write has waited too long. Has the code that SQLite uses for this. */
export class SqliteBusy extends Error {
  override readonly name = 'SqliteBusy';
  readonly code = 'SQLITE_BUSY';
}

/** The disk has no room for a write. Has the code that SQLite uses for this. */
export class SqliteFull extends Error {
  override readonly name = 'SqliteFull';
  readonly code = 'SQLITE_FULL';
}

/** The file is no longer the one that was opened. The message tells the operator what to do. */
export class SqliteMoved extends Error {
  override readonly name = 'SqliteMoved';
  /** SQLite's own code, which it reports only without a write-ahead log. */
  readonly code = 'SQLITE_READONLY_DBMOVED';
}

/**
 * The service writes nothing to the file: for the life of the process, or until it is checked. It is logged when that
 * begins.
 */
export class SqliteWritesRefused extends Error {
  override readonly name: string = 'SqliteWritesRefused';
  readonly code: string;

  /** @param message tells the operator what to do */
  constructor(message: string, code: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Another program has written to the file: neither the log nor what was read before belongs to it. */
export class SqliteOverwritten extends SqliteWritesRefused {
  override readonly name = 'SqliteOverwritten';

  constructor(path: string) {
    super(
      `Another program has overwritten the database ${path} while the service uses it: nothing is read or written any more. Restart the service to go on with the new content, or stop it and restore a backup: octavo restore --force <backup>.`,
      OVERWRITTEN,
    );
  }
}

/**
 * A transaction failed, and so did the COMMIT of others whose data it had read: the reason for its failure may not be
 * true. It has the code of the failed COMMIT.
 */
export class SqliteNotCommitted extends Error {
  override readonly name = 'SqliteNotCommitted';
  readonly code: string;

  constructor(cause: unknown) {
    super((cause as Error).message, { cause });
    this.code = errorCode(cause);
  }
}

export function isBusy(error: unknown): boolean {
  return errorCode(error).startsWith('SQLITE_BUSY');
}

/** Whether SQLite does not work at the moment, as opposed to an invalid statement. */
export function isOutage(error: unknown): boolean {
  return /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN|BUSY|PROTOCOL|CORRUPT|NOTADB)/.test(errorCode(error));
}

export function isDamage(error: unknown): boolean {
  return /^SQLITE_(CORRUPT|NOTADB)/.test(errorCode(error));
}

/**
 * Explains to the operator in one sentence why SQLite does not work, and how to fix it.
 *
 * @param path the file
 * @returns null for errors not caused by the file, its disk or another program
 */
export function explainSqlite(error: unknown, path: string): string | null {
  if (error instanceof SqliteMoved || error instanceof SqliteBusy || error instanceof SqliteWritesRefused) {
    return error.message;
  }
  const code = errorCode(error);
  const reason = REASONS[code] ?? REASONS[code.split('_', 2).join('_')];
  return reason === undefined ? null : `The database ${path} ${reason}`;
}

const REASONS: Record<string, string> = {
  SQLITE_NOTADB:
    'is not an SQLite database; set DATABASE_URL to another file, or restore a backup: stop the service and run octavo restore --force <backup>.',
  SQLITE_CORRUPT: 'is damaged; restore a backup: stop the service and run octavo restore --force <backup>.',
  SQLITE_FULL: 'cannot be written because the disk is full; free some space.',
  SQLITE_IOERR: 'cannot be read or written because the disk reports an error; look at the disk and at the system log.',
  SQLITE_READONLY: 'cannot be written; give the user that runs Octavo the right to write the file and its folder.',
  SQLITE_CANTOPEN: 'cannot be opened; look at the file and its folder, or name another place in DATABASE_URL.',
  SQLITE_BUSY: 'is locked by another program; close that one and try again.',
  SQLITE_PROTOCOL: 'is locked by another program; close that one and try again.',
};

/** The code of an error or of one of its causes; empty without any. */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : errorCode(error.cause);
}
