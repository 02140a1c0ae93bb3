import { ConnectionException } from '@mikro-orm/core';
import type { TRPCError } from '@trpc/server';
import type { Logger } from 'pino';

import { DEADLINE_EXCEEDED } from './deadline.ts';
import { toFailure, appError, AppError } from './errors.ts';

/** Where failures are reported. */
export interface FailureLog {
  log: Logger;
  /** Reports a call that failed because of the database; logs outages and recoveries. */
  databaseFailed(error: unknown, failure: DatabaseFailure): void;
}

/** The code of a write that has waited too long for others. */
export const QUEUE_TIMEOUT = 'QUEUE_TIMEOUT';

const TOO_MANY_OPEN = 'The service has too many files open; try again in a moment.';

/** The Retry-After in seconds while the database is unavailable. */
const RETRY_AFTER = 5;

/**
 * Distinguishes a database that is down, full, read-only or too busy (503) from a bug (500). Bugs are logged each time,
 * failures of the database by `databaseFailed`. All other errors are returned unchanged.
 */
export function describeDatabaseError(error: TRPCError, { log, databaseFailed }: FailureLog): TRPCError {
  // An error that was already converted is not logged twice.
  if (error instanceof AppError || toFailure(error).status < 500) return error;
  if (lacksDescriptors(error.cause)) {
    log.warn({ err: error.cause }, 'a call failed because too many files and connections are open');
    return appError('SERVICE_UNAVAILABLE', TOO_MANY_OPEN, { retryAfter: RETRY_AFTER, cause: error.cause });
  }
  const failure = findDatabaseFailure(error.cause);
  if (failure) {
    databaseFailed(error.cause, failure);
    return appError('SERVICE_UNAVAILABLE', SENTENCES[failure], { retryAfter: RETRY_AFTER, cause: error.cause });
  }
  if (error.code !== 'INTERNAL_SERVER_ERROR') return error;
  log.error({ err: error.cause ?? error }, 'a call failed');
  if (isShortage(error.cause)) {
    return appError('SERVICE_UNAVAILABLE', SHORTAGE, { retryAfter: RETRY_AFTER, cause: error.cause });
  }
  return appError('INTERNAL_SERVER_ERROR', undefined, { cause: error.cause ?? error });
}

/** Whether this process, or the system, could open no more files. */
export function lacksDescriptors(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ['EMFILE', 'ENFILE'].includes(String((error as { code?: unknown }).code)) || lacksDescriptors(error.cause);
}

const SHORTAGE = 'The machine lacks memory, disk space or open files at the moment; try again later.';
/** Errors of a machine that lacks something, or whose disk fails. */
const SHORTAGES =
  /^(E(MFILE|NFILE|NOMEM|AGAIN|NOSPC|DQUOT|IO|ROFS|STALE|BUSY)|ERR_WORKER_(INIT_FAILED|OUT_OF_MEMORY)|ERR_MEMORY_ALLOCATION_FAILED)$/;

function isShortage(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  const { code } = cause as { code?: unknown };
  return typeof code === 'string' ? SHORTAGES.test(code) : isShortage(cause.cause);
}

/** Logs a failure in the background; failures of the database go to `databaseFailed`. */
export function logFailure(error: unknown, { log, databaseFailed }: FailureLog, message: string): void {
  const failure = findDatabaseFailure(error);
  if (failure) databaseFailed(error, failure);
  else log.warn({ err: error }, message);
}

/** The code of an error of SQLite: another program has overwritten the file, so nothing is read from it any more. */
export const OVERWRITTEN = 'SQLITE_NOTADB_OVERWRITTEN';

/** Whether a read failed because another program has overwritten the SQLite file, which ends all reads of this process. */
export function isOverwritten(error: unknown): boolean {
  return error instanceof Error && ((error as { code?: unknown }).code === OVERWRITTEN || isOverwritten(error.cause));
}

/** Whether an error is caused by a database that is down, read-only or too busy. */
export function isDatabaseFailure(error: unknown): boolean {
  return findDatabaseFailure(error) !== null;
}

/** The kind of failure that an error reports; null if it is not one of the database. */
export function findDatabaseFailure(cause: unknown): DatabaseFailure | null {
  if (!(cause instanceof Error)) return null;
  const code = (cause as { code?: unknown }).code;
  const known = typeof code === 'string' && CODES.find(([, pattern]) => pattern.test(code));
  if (known) return known[0];
  if (cause instanceof ConnectionException) return 'away';
  const match = WORDS.find(([, pattern]) => pattern.test(cause.message));
  return match ? match[0] : findDatabaseFailure(cause.cause);
}

/**
 * The kinds of failures: unreachable or full; read-only; a conflict or timeout of this call; tables that are not those of
 * this version, as in another, an empty or an older database.
 */
export type DatabaseFailure = 'away' | 'read-only' | 'busy' | 'foreign';

const SENTENCES: Record<DatabaseFailure, string> = {
  away: 'The database is out of reach; try again in a moment.',
  'read-only': 'The database takes no writes at the moment; try again later.',
  busy: 'The database is busy; try again in a moment.',
  foreign: 'The database is not the one of this blog at the moment; try again later.',
};

const CODES: [DatabaseFailure, RegExp][] = [
  // PostgreSQL: read-only transaction (25006).
  ['read-only', /^(25006|SQLITE_READONLY)/],
  // PostgreSQL: lock not available (55P03), statement timeout (57014), deadlock or conflict (40), idle timeout.
  ['busy', new RegExp(`^(55P03|57014|40001|40P01|25P03|57P05|${DEADLINE_EXCEEDED}|${QUEUE_TIMEOUT})`)],
  // PostgreSQL: no such table, column, schema, type or function, or no permission; a plan that no longer fits.
  ['foreign', /^(WRONG_DATABASE|42P01|42703|42704|42883|42501|3F000|0A000)$/],
  // Names of SQLite and Node; PostgreSQL: no such database (3D000), and classes of it: connection (08), authentication
  // (28), resources (53), not ready (55000, 55006), shut-down (57P), input and output (58), its own mistakes, as while tables are dropped (XX).
  [
    'away',
    /^(SQLITE_(FULL|BUSY|IOERR|CANTOPEN|LOCKED|PROTOCOL|CORRUPT|NOTADB|NOMEM|PERM|SCHEMA|INTERRUPT)|ECONN|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT|EHOST|ENETUNREACH|3D000|08|28|53|5500[06]|57P|58|XX)/,
  ],
];

/**
 * Errors without a code, of pg, better-sqlite3 and the thread that writes. The first one is a timeout of the pool: all
 * connections were in use.
 */
const WORDS: [DatabaseFailure, RegExp][] = [
  ['busy', /timeout exceeded when trying to connect|still runs an abandoned statement/],
  ['away', /Connection terminated|Client has encountered a connection error|Client was closed/],
  ['away', /^The (database connection is not open|thread that writes ended)/],
];
