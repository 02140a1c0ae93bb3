import { ConnectionException } from '@mikro-orm/core';
import type { TRPCError } from '@trpc/server';
import type { Logger } from 'pino';

import { DEADLINE_EXCEEDED } from './deadline.ts';
import { failureOf, appError, AppError } from './errors.ts';

/** Where failures are reported. */
export interface FailureLog {
  log: Logger;
  /** Reports a call that failed because of the database; logs outages and recoveries. */
  databaseFailed(error: unknown, failure: DatabaseFailure): void;
}

/** The Retry-After in seconds while the database is unavailable. */
const RETRY_AFTER = 5;

/**
 * Distinguishes a database that is down, full, read-only or too busy (503) from a bug (500). Bugs are logged each time,
 * failures of the database by `databaseFailed`. All other errors are returned unchanged.
 */
export function describeDatabaseError(error: TRPCError, { log, databaseFailed }: FailureLog): TRPCError {
  // An error that was already converted is not logged twice.
  if (error instanceof AppError || failureOf(error).status < 500) return error;
  const failure = failureIn(error.cause);
  if (failure) {
    databaseFailed(error.cause, failure);
    return appError('SERVICE_UNAVAILABLE', SENTENCES[failure], { retryAfter: RETRY_AFTER, cause: error.cause });
  }
  if (error.code !== 'INTERNAL_SERVER_ERROR') return error;
  log.error({ err: error.cause ?? error }, 'a call failed');
  return appError('INTERNAL_SERVER_ERROR', undefined, { cause: error.cause ?? error });
}

/** Logs a failure in the background; failures of the database go to `databaseFailed`. */
export function logFailure(error: unknown, { log, databaseFailed }: FailureLog, message: string): void {
  const failure = failureIn(error);
  if (failure) databaseFailed(error, failure);
  else log.warn({ err: error }, message);
}

/** Whether an error is caused by a database that is down, read-only or too busy. */
export function isDatabaseFailure(error: unknown): boolean {
  return failureIn(error) !== null;
}

/** The kinds of failures: unreachable or full; read-only; a conflict or timeout of this call. */
export type DatabaseFailure = 'away' | 'read-only' | 'busy';

const SENTENCES: Record<DatabaseFailure, string> = {
  away: 'The database is out of reach; try again in a moment.',
  'read-only': 'The database takes no writes at the moment; try again later.',
  busy: 'The database is busy; try again in a moment.',
};

const CODES: [DatabaseFailure, RegExp][] = [
  // PostgreSQL: read-only transaction (25006).
  ['read-only', /^(25006|SQLITE_READONLY)/],
  // PostgreSQL: lock not available (55P03), statement timeout (57014), deadlock or conflict (40), idle timeout.
  ['busy', new RegExp(`^(55P03|57014|40001|40P01|25P03|57P05|${DEADLINE_EXCEEDED})`)],
  // Names of SQLite and Node, and classes of PostgreSQL: connection (08), resources (53), not ready (55000), shut-down (57P).
  [
    'away',
    /^(SQLITE_(FULL|BUSY|IOERR|CANTOPEN|LOCKED|PROTOCOL|CORRUPT|NOTADB)|ECONN|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT|EHOST|ENETUNREACH|08|53|55000|57P)/,
  ],
];

/** Errors of pg without a code. The first one is a timeout of its pool: all connections were in use. */
const WORDS: [DatabaseFailure, RegExp][] = [
  ['busy', /timeout exceeded when trying to connect/],
  ['away', /Connection terminated|Client has encountered a connection error|Client was closed/],
];

function failureIn(cause: unknown): DatabaseFailure | null {
  if (!(cause instanceof Error)) return null;
  const code = (cause as { code?: unknown }).code;
  const known = typeof code === 'string' && CODES.find(([, pattern]) => pattern.test(code));
  if (known) return known[0];
  if (cause instanceof ConnectionException) return 'away';
  const match = WORDS.find(([, pattern]) => pattern.test(cause.message));
  return match ? match[0] : failureIn(cause.cause);
}
