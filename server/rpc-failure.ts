import type { TRPCError } from '@trpc/server';
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import superjson from 'superjson';

import { failureOf } from '../routers/errors.ts';
import { failureAnswer, type Answer } from './http/answer.ts';
import { DEEPEST_JSON } from './http/body.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';
/** How deep the JSON of an input may be nested, with the levels that a batch and superjson put around it. */
export const DEEPEST_INPUT = DEEPEST_JSON + 3;

/**
 * A failure in the shape that tRPC clients read.
 *
 * @param path the procedure; absent for what went wrong outside of a call
 */
export function rpcFailure(error: TRPCError, path?: string): Answer {
  const { body, retryAfter } = failureOf(error);
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
