import { ConnectionException, DriverException } from '@mikro-orm/core';
import type { TRPCError } from '@trpc/server';
import type { Logger } from 'pino';

import { failureOf, refuse, Refusal } from './errors.ts';

/** Seconds after which a caller may try again when the database is out of reach. */
const RETRY_AFTER = 5;

/**
 * Tells a database that is away or full (503) from a mistake of ours (500), and logs either.
 * Everything else passes through as it is.
 */
export function describeDatabaseError(error: TRPCError, log: Logger): TRPCError {
  // A refusal is known already: what comes by here twice is logged once.
  if (error instanceof Refusal || failureOf(error).status < 500) return error;
  if (isUnavailable(error.cause)) {
    log.error({ err: error.cause }, 'the database is out of reach');
    return refuse('SERVICE_UNAVAILABLE', 'The database is out of reach; try again in a moment.', {
      retryAfter: RETRY_AFTER,
      cause: error.cause,
    });
  }
  if (error.code !== 'INTERNAL_SERVER_ERROR') return error;
  log.error({ err: error.cause ?? error }, 'a call failed');
  return refuse('INTERNAL_SERVER_ERROR', undefined, { cause: error.cause ?? error });
}

/** SQLite's and Node's names, and PostgreSQL's classes: connection (08), resources (53), not ready (55000), shut-down (57P). */
const awayCodes =
  /^(SQLITE_(FULL|BUSY|IOERR|CANTOPEN|READONLY|LOCKED)|ECONN|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT|EHOST|ENETUNREACH|08|53|55000|57P)/;
const awayMessages =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/;

function isUnavailable(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  if (cause instanceof ConnectionException) return true;
  const code = (cause as { code?: unknown }).code;
  if (typeof code === 'string' && awayCodes.test(code)) return true;
  if (awayMessages.test(cause.message)) return true;
  return cause instanceof DriverException && cause.cause !== undefined && isUnavailable(cause.cause);
}
