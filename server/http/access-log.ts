import type { ServerResponse } from 'node:http';
import type { Context, Next } from 'koa';
import type { Logger } from 'pino';

import { truncateAddress } from '../../routers/truncate-address.ts';
import type { Metrics } from '../metrics.ts';
import type { RequestState } from './request-state.ts';

/** Notes an answer once it is out. */
export type AccessLog = (method: string, res: ServerResponse, state: Pick<RequestState, 'address' | 'route'>) => void;

/**
 * One line a request: method, route, status, duration in milliseconds, network of the client. Nothing of the content.
 * The same goes to the metrics.
 */
export function accessLog(log: Logger, metrics: Pick<Metrics, 'answered'>): AccessLog {
  return (method, res, state) => {
    const start = performance.now();
    res.once('close', () => {
      const { route = 'unknown', address } = state;
      const { statusCode: status } = res;
      const ms = performance.now() - start;
      metrics.answered(method, oneOfFew(route), status, ms / 1000);
      log.info({ method, route, status, ms: Math.round(ms * 10) / 10, client: truncateAddress(address) });
    });
  };
}

/** The same for what Koa answers. */
export function logAccess(write: AccessLog) {
  return (ctx: Context, next: Next): Promise<void> => {
    write(ctx.method, ctx.res, ctx.state);
    return next();
  };
}

/** A batch may name any calls in any order, too many for a metric. */
function oneOfFew(route: string): string {
  return route.includes(',') ? 'trpc batch' : route;
}
