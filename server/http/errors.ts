import { getTRPCErrorFromUnknown } from '@trpc/server';
import type { Context, Next } from 'koa';
import type { Logger } from 'pino';

import { describeDatabaseError } from '../../routers/database-errors.ts';
import { failureOf } from '../../routers/errors.ts';

/** Answers whatever was thrown below with the one error shape. The outermost middleware that can fail. */
export function answerErrors(log: Logger) {
  return async (ctx: Context, next: Next): Promise<void> => {
    try {
      await next();
    } catch (error) {
      answerError(ctx, describeDatabaseError(getTRPCErrorFromUnknown(error), log));
    }
  };
}

/** Writes the failure that an error stands for: status, headers and body. */
export function answerError(ctx: Context, error: unknown): void {
  const { status, body, retryAfter } = failureOf(error);
  ctx.status = status;
  ctx.type = 'application/json; charset=utf-8';
  ctx.set('Cache-Control', 'no-store');
  if (retryAfter !== undefined) ctx.set('Retry-After', String(retryAfter));
  if (body.code === 'UNAUTHORIZED') ctx.set('WWW-Authenticate', 'Bearer');
  // What is left of a body that was too large is not worth reading.
  if (status === 413) ctx.set('Connection', 'close');
  ctx.body = JSON.stringify(body);
}
