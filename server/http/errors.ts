import { getTRPCErrorFromUnknown, type TRPCError } from '@trpc/server';

import { describeDatabaseError, type FailureLog } from '../../routers/base/database-errors.ts';
import { toFailure } from '../../routers/base/errors.ts';
import type { Answer, ErrorFormat, RequestState } from './request-state.ts';
import { requestPath } from './target.ts';

/** Turns anything thrown into an error that callers may see, and logs what the owner should know. */
export function describeError(thrown: unknown, log: FailureLog): TRPCError {
  return describeDatabaseError(getTRPCErrorFromUnknown(thrown), log);
}

/** Formats errors as JSON. */
export function jsonErrors(log: FailureLog): ErrorFormat {
  return (thrown) => failureAnswer(describeError(thrown, log));
}

/** Formats errors as plain text, for URLs outside of /api/ that programs read. */
export function textErrors(log: FailureLog): ErrorFormat {
  return (thrown) => textAnswer(describeError(thrown, log));
}

/** An error response as JSON. */
export function failureAnswer(error: unknown): Answer {
  const { status, body, retryAfter } = toFailure(error);
  return {
    status,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }),
      ...(body.code === 'UNAUTHORIZED' && { 'WWW-Authenticate': 'Bearer' }),
    },
    body: JSON.stringify(body),
  };
}

/** The message as plain text. */
export function textAnswer(error: unknown): Answer {
  const { headers, status } = failureAnswer(error);
  const body = `${toFailure(error).body.error}\n`;
  return { status, headers: { ...headers, 'Content-Type': 'text/plain; charset=utf-8' }, body };
}

/**
 * Creates the function that answers a request with an error, for both the read cache and Koa.
 *
 * @param headers of every response
 * @param errorsAt how errors are written at a path
 */
export function errorWriter(
  log: FailureLog,
  headers: (state: RequestState) => string[],
  errorsAt: (path: string) => ErrorFormat,
): (state: RequestState, thrown: unknown) => Promise<void> {
  return async (state, thrown) => {
    const format = state.errors ?? errorsAt(requestPath(state.req));
    const { status, headers: own, body } = await answerBy(format, thrown, state, log);
    // Half a response is none.
    if (state.res.headersSent) {
      state.res.destroy();
      return;
    }
    const length = ['Content-Length', String(Buffer.byteLength(body))];
    state.res.writeHead(status, [...headers(state), ...Object.entries(own).flat(), ...length]);
    state.res.end(body);
  };
}

/** Falls back to JSON when the format itself fails. */
async function answerBy(format: ErrorFormat, thrown: unknown, state: RequestState, log: FailureLog): Promise<Answer> {
  try {
    return await format(thrown, state);
  } catch (error) {
    return failureAnswer(describeError(error, log));
  }
}
