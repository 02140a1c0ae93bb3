import type { Context, Next } from 'koa';
import type { Logger } from 'pino';

import type { Metrics } from '../metrics.ts';
import { truncateAddress } from './client-address.ts';
import type { RequestState } from './request-state.ts';

/**
 * One line a request: method, route, status, duration in milliseconds, network of the client. Nothing of the content.
 * The same goes to the metrics.
 */
export function accessLog(log: Logger, metrics: Pick<Metrics, 'answered'>) {
  return async (ctx: Context, next: Next): Promise<void> => {
    const start = performance.now();
    ctx.res.once('close', () => {
      const { route = 'unknown', address } = ctx.state as RequestState;
      const { statusCode: status } = ctx.res;
      const ms = performance.now() - start;
      metrics.answered(ctx.method, oneOfFew(route), status, ms / 1000);
      log.info({ method: ctx.method, route, status, ms: Math.round(ms * 10) / 10, client: truncateAddress(address) });
    });
    await next();
  };
}

/** A batch may name any calls in any order, too many for a metric. */
function oneOfFew(route: string): string {
  return route.includes(',') ? 'trpc batch' : route;
}
