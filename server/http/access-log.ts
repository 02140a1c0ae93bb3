import type { Logger } from 'pino';

import { truncateIp } from '../../routers/base/truncate-ip.ts';
import type { Metrics } from './metrics.ts';
import type { RequestState } from './request-state.ts';

/** The status of requests whose client disconnected before the response, as in nginx. */
const CLIENT_CLOSED = 499;

/**
 * Creates the access log: when a response is sent, one line with method, route, status, duration in milliseconds and the
 * client's network. Nothing of the content is logged. The metrics receive the same values, except for streams.
 */
export function accessLog(log: Logger, metrics: Pick<Metrics, 'answered'>): (state: RequestState) => void {
  return (state) => {
    const start = performance.now();
    const { req, res, clientIp } = state;
    res.once('close', () => {
      const { method = '' } = req;
      const { route = 'unknown' } = state;
      const status = res.headersSent ? res.statusCode : CLIENT_CLOSED;
      const ms = performance.now() - start;
      if (!state.isStream) metrics.answered(method, metricRoute(route), status, ms / 1000);
      log.info({ method, route, status, ms: Math.round(ms * 10) / 10, client: truncateIp(clientIp) });
    });
  };
}

/** Batches have too many combinations of calls for a label of a metric. */
function metricRoute(route: string): string {
  return route.includes(',') ? 'trpc batch' : route;
}
