import type { TRPCError } from '@trpc/server';
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import superjson from 'superjson';

import type { FailureLog } from '../../../routers/base/database-errors.ts';
import { toFailure } from '../../../routers/base/errors.ts';
import { MAX_JSON_DEPTH } from '../../http/body.ts';
import { describeError, failureAnswer } from '../../http/errors.ts';
import type { Answer, ErrorFormat } from '../../http/request-state.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';
/** The maximum nesting of an input's JSON, including the levels that a batch and superjson add. */
export const MAX_INPUT_DEPTH = MAX_JSON_DEPTH + 3;

/**
 * Formats errors for tRPC clients.
 *
 * @param path the procedure; absent for errors outside of a call
 * @param isBatch whether it was the only call of a batch
 */
export function rpcErrors(log: FailureLog, path?: string, isBatch = false): ErrorFormat {
  return (thrown) => {
    const answer = rpcFailure(describeError(thrown, log), path);
    return isBatch ? { ...answer, body: `[${answer.body}]` } : answer;
  };
}

function rpcFailure(error: TRPCError, path?: string): Answer {
  const { body, retryAfter } = toFailure(error);
  const { status, headers } = failureAnswer(error);
  const { ok: _, error: message, code: reason, ...details } = body;
  const data = {
    code: error.code,
    httpStatus: status,
    ...(path && { path }),
    reason,
    ...details,
    ...(retryAfter && { retryAfter }),
  };
  const shape = superjson.serialize({ message, code: TRPC_ERROR_CODES_BY_KEY[error.code], data });
  return { status, headers, body: JSON.stringify({ error: shape }) };
}
