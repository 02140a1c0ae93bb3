import { getTRPCErrorFromUnknown } from '@trpc/server';
import type { Context, Next } from 'koa';
import type { Logger } from 'pino';

import { describeDatabaseError } from '../../routers/database-errors.ts';
import { failureAnswer, setAnswer } from './answer.ts';

/** Answers whatever was thrown below with the one error shape. The outermost middleware that can fail. */
export function answerErrors(log: Logger) {
  return async (ctx: Context, next: Next): Promise<void> => {
    try {
      await next();
    } catch (error) {
      setAnswer(ctx, failureAnswer(describeDatabaseError(getTRPCErrorFromUnknown(error), log)));
    }
  };
}
