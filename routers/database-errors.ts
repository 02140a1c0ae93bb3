import { ConnectionException } from '@mikro-orm/core';
import type { TRPCError } from '@trpc/server';

import type { Services } from './context.ts';
import { DEADLINE_EXCEEDED } from './deadline.ts';
import { failureOf, appError, AppError } from './errors.ts';

/** Where failures are told. */
export type FailureLog = Pick<Services, 'log' | 'databaseFailed'>;

/** Seconds after which a caller may try again when the database cannot answer. */
const RETRY_AFTER = 5;

/**
 * Tells a database that is away, full, read-only or too busy (503) from a mistake of ours (500). Mistakes are logged
 * each time; of the database, `databaseFailed` is told.
 * Everything else passes through as it is.
 */
export function describeDatabaseError(error: TRPCError, { log, databaseFailed }: FailureLog): TRPCError {
  // A refusal is known already: what comes by here twice is logged once.
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

/** Logs what failed in the background, unless the database is the cause: of that, `databaseFailed` is told. */
export function logFailure(error: unknown, { log, databaseFailed }: FailureLog, message: string): void {
  const failure = failureIn(error);
  if (failure) databaseFailed(error, failure);
  else log.warn({ err: error }, message);
}

/** Whether something failed because the database is away, takes no writes, or is too busy. */
export function isDatabaseFailure(error: unknown): boolean {
  return failureIn(error) !== null;
}

/** How the database can fail: it does not answer or has no room, it takes no writes, or this call lost a conflict or took too long. */
export type DatabaseFailure = 'away' | 'read-only' | 'busy';

const SENTENCES: Record<DatabaseFailure, string> = {
  away: 'The database is out of reach; try again in a moment.',
  'read-only': 'The database takes no writes at the moment; try again later.',
  busy: 'The database is busy; try again in a moment.',
};

const CODES: [DatabaseFailure, RegExp][] = [
  // PostgreSQL: read-only transaction (25006).
  ['read-only', /^(25006|SQLITE_READONLY)/],
  // PostgreSQL: lock not available (55P03), ended by a time-out (57014), deadlock or conflict (40), idle for too long.
  ['busy', new RegExp(`^(55P03|57014|40001|40P01|25P03|57P05|${DEADLINE_EXCEEDED})`)],
  // Names of SQLite and Node, and classes of PostgreSQL: connection (08), resources (53), not ready (55000), shut-down (57P).
  [
    'away',
    /^(SQLITE_(FULL|BUSY|IOERR|CANTOPEN|LOCKED|PROTOCOL|CORRUPT|NOTADB)|ECONN|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT|EHOST|ENETUNREACH|08|53|55000|57P)/,
  ],
];

/** What pg says without a code. The first one is about its pool: every connection was in use for too long. */
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
  const told = WORDS.find(([, pattern]) => pattern.test(cause.message));
  return told ? told[0] : failureIn(cause.cause);
}
