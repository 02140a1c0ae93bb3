import type { Context, Next } from 'koa';
import type { Logger } from 'pino';

import { truncateAddress } from './client-address.ts';

/** One line a request: method, route, status, duration in milliseconds, network of the client. Nothing of the content. */
export function accessLog(log: Logger) {
  return async (ctx: Context, next: Next): Promise<void> => {
    const start = performance.now();
    ctx.res.once('close', () => {
      const { route, address } = ctx.state as RequestState;
      log.info({
        method: ctx.method,
        route: route ?? 'unknown',
        status: ctx.res.statusCode,
        ms: Math.round((performance.now() - start) * 10) / 10,
        client: truncateAddress(address),
      });
    });
    await next();
  };
}

/** What the middlewares tell each other about a request. */
export interface RequestState {
  /** The client address. */
  address: string;
  /** Set by whoever answers: `GET /api/posts/{id}`, `trpc posts.list`. */
  route?: string;
}
