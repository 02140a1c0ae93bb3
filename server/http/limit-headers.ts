import type { Context } from 'koa';

import type { Reply } from '../../routers/context.ts';

/** Tells the caller where the limit with the least remaining stands, as names and values in turn. */
export function limitHeaders({ rateLimit }: Reply): string[] {
  if (!rateLimit) return [];
  const { limit, remaining, reset } = rateLimit;
  return ['RateLimit-Limit', String(limit), 'RateLimit-Remaining', String(remaining), 'RateLimit-Reset', String(reset)];
}

/** Sets them on an answer of Koa. */
export function setLimitHeaders(ctx: Context, reply: Reply): void {
  const headers = limitHeaders(reply);
  for (let at = 0; at < headers.length; at += 2) ctx.set(headers[at]!, headers[at + 1]!);
}
