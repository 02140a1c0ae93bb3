import type { Context } from 'koa';

import type { Reply } from '../../routers/context.ts';

/** Tells the caller where the limit with the least remaining stands. */
export function setLimitHeaders(ctx: Context, { rateLimit }: Reply): void {
  if (!rateLimit) return;
  ctx.set('RateLimit-Limit', String(rateLimit.limit));
  ctx.set('RateLimit-Remaining', String(rateLimit.remaining));
  ctx.set('RateLimit-Reset', String(rateLimit.reset));
}
