import type { Context } from 'koa';

import { failureOf } from '../../routers/errors.ts';

/** Answers a failure with its sentence as plain text, for addresses outside of /api/ that programs read. */
export function answerInWords(ctx: Context, error: unknown): void {
  const { status, body, retryAfter } = failureOf(error);
  ctx.status = status;
  ctx.type = 'text/plain; charset=utf-8';
  ctx.set('Cache-Control', 'no-store');
  if (retryAfter !== undefined) ctx.set('Retry-After', String(retryAfter));
  ctx.body = `${body.error}\n`;
}
