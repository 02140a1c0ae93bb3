import type { Context, Next } from 'koa';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

import { refuse } from '../routers/errors.ts';
import { sameSecret } from '../routers/secrets.ts';
import type { RequestState } from './http/request-state.ts';
import { isRead } from './http/read-only.ts';
import { readPath } from './http/target.ts';

/** What is measured while the service runs. */
export interface Metrics {
  /** A limit let a request pass, or did not. */
  decided(limit: string, passed: boolean): void;
  /** A request passed uncounted. */
  storeFailed(): void;
  /** Shows how many views wait to be written. */
  watchBuffer(depth: () => number): void;
  /** One answered request. */
  answered(method: string, route: string, status: number, seconds: number): void;
  /** One statement of the database. */
  queried(seconds: number): void;
  /** Everything in the text form of Prometheus. */
  text(): Promise<string>;
}

export function createMetrics(): Metrics {
  const registers = [new Registry()];
  collectDefaultMetrics({ register: registers[0] });
  const requests = new Histogram({
    name: 'octavo_request_seconds',
    help: 'Duration of requests',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers,
  });
  const queries = new Histogram({
    name: 'octavo_database_seconds',
    help: 'Duration of statements of the database',
    buckets: [0.0001, 0.001, 0.01, 0.1, 1],
    registers,
  });
  const decisions = new Counter({
    name: 'octavo_limit_decisions_total',
    help: 'What limits decided',
    labelNames: ['limit', 'decision'],
    registers,
  });
  const failures = new Counter({
    name: 'octavo_counter_store_failures_total',
    help: 'Requests that passed because the counter store was away',
    registers,
  });
  return {
    answered: (method, route, status, seconds) => requests.observe({ method, route, status }, seconds),
    queried: (seconds) => queries.observe(seconds),
    decided: (limit, passed) => decisions.inc({ limit, decision: passed ? 'passed' : 'refused' }),
    storeFailed: () => failures.inc(),
    watchBuffer(depth) {
      new Gauge({
        name: 'octavo_buffered_views',
        help: 'Views that wait to be written',
        registers,
        collect() {
          this.set(depth());
        },
      });
    },
    text: async () => (await Promise.all(registers.map((registry) => registry.metrics()))).join(''),
  };
}

/** `/metrics`, for whoever shows METRICS_TOKEN; without one configured there is nothing there. */
export function metricsPage(metrics: Metrics, token: string | null) {
  return async (ctx: Context, next: Next): Promise<void> => {
    if (readPath(ctx.req) !== '/metrics' || token === null) return next();
    if (!isRead(ctx)) return;
    (ctx.state as RequestState).route = '/metrics';
    if (!sameSecret(ctx.get('Authorization'), `Bearer ${token}`))
      throw refuse('UNAUTHORIZED', 'Show the metrics token.');
    ctx.type = 'text/plain; version=0.0.4; charset=utf-8';
    ctx.set('Cache-Control', 'no-store');
    ctx.body = await metrics.text();
  };
}
