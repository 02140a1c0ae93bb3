import { getTRPCErrorFromUnknown } from '@trpc/server';
import type { Context, Next } from 'koa';

import { describeDatabaseError, type FailureLog } from '../../routers/database-errors.ts';
import { failureAnswer, setAnswer } from './answer.ts';

/** Answers whatever was thrown below with the one error shape. The outermost middleware that can fail. */
export function answerErrors(log: FailureLog) {
  return async (ctx: Context, next: Next): Promise<void> => {
    try {
      await next();
    } catch (error) {
      setAnswer(ctx, failureAnswer(describeDatabaseError(getTRPCErrorFromUnknown(error), log)));
    }
  };
}
