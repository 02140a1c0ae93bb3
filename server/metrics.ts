import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

import { appError } from '../routers/errors.ts';
import { sameSecret } from '../routers/secrets.ts';
import type { Context } from './http/request-state.ts';
import type { Routes } from './http/routes.ts';

/** What is measured while the service runs. */
export interface Metrics {
  /** A limit let a request pass, or did not. */
  decided(limit: string, passed: boolean): void;
  /** A request passed uncounted. */
  storeFailed(): void;
  /** Shows how many views wait to be written. */
  watchBuffer(depth: () => number): void;
  /** A read was answered from ready bytes. */
  hit(route: string): void;
  /** Shows what the read cache holds. */
  watchCache(size: () => { bytes: number; answers: number }): void;
  /** One answered request. */
  answered(method: string, route: string, status: number, seconds: number): void;
  /** One statement of the database. */
  queried(seconds: number): void;
  /** Everything in the text form of Prometheus. */
  text(): Promise<string>;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
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
  const hits = tally();
  new Counter({
    name: 'octavo_cache_hits_total',
    help: 'Reads that were answered from ready bytes',
    labelNames: ['route'],
    registers,
    collect() {
      for (const [route, count] of hits.take()) this.inc({ route }, count);
    },
  });
  const passes = tally();
  const refusals = tally();
  new Counter({
    name: 'octavo_limit_decisions_total',
    help: 'What limits decided',
    labelNames: ['limit', 'decision'],
    registers,
    collect() {
      for (const [limit, count] of passes.take()) this.inc({ limit, decision: 'passed' }, count);
      for (const [limit, count] of refusals.take()) this.inc({ limit, decision: 'refused' }, count);
    },
  });
  const failures = new Counter({
    name: 'octavo_counter_store_failures_total',
    help: 'Requests that passed because the counter store was away',
    registers,
  });
  return {
    answered: (method, route, status, seconds) => requests.observe({ method, route, status }, seconds),
    queried: (seconds) => queries.observe(seconds),
    hit: hits.raise,
    decided: (limit, passed) => (passed ? passes : refusals).raise(limit),
    storeFailed: () => failures.inc(),
    watchCache(size) {
      new Gauge({
        name: 'octavo_cache_bytes',
        help: 'Bytes that ready answers take, about',
        registers,
        collect() {
          this.set(size().bytes);
        },
      });
      new Gauge({
        name: 'octavo_cache_answers',
        help: 'Answers that are ready',
        registers,
        collect() {
          this.set(size().answers);
        },
      });
    },
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
    text: () => registry.metrics(),
  };
}

/** Counts by name, cheap enough for every request; what was counted goes to the metrics when somebody asks for them. */
function tally() {
  let counts = new Map<string, number>();
  return {
    raise: (name: string) => void counts.set(name, (counts.get(name) ?? 0) + 1),
    take() {
      const taken = counts;
      counts = new Map();
      return taken;
    },
  };
}

/** Adds `/metrics`, for programs that send METRICS_TOKEN; without one configured there is nothing there. */
export function addMetrics({ add }: Routes, metrics: Metrics, token: string | null): void {
  if (token === null) return;
  const answer = async (ctx: Context): Promise<void> => {
    if (!sameSecret(ctx.get('Authorization'), `Bearer ${token}`))
      throw appError('UNAUTHORIZED', 'Show the metrics token.');
    ctx.type = 'text/plain; version=0.0.4; charset=utf-8';
    ctx.set('Cache-Control', 'no-store');
    ctx.body = await metrics.text();
  };
  add('GET', '/metrics', answer);
}
