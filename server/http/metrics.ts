import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

import { appError } from '../../routers/base/errors.ts';
import { sameSecret } from '../../routers/base/secrets.ts';
import type { Context } from './request-state.ts';
import type { Routes } from './routes.ts';
import { defectCount } from '../../routers/base/defects.ts';

/** The metrics of a service. */
export interface Metrics {
  /** Counts a decision of a rate limit. */
  decided(limit: string, passed: boolean): void;
  /** Counts a request that passed because the counters were unavailable. */
  storeFailed(): void;
  /** Observes the number of buffered views. */
  watchBuffer(depth: () => number): void;
  /** Observes the number of open event streams. */
  watchStreams(open: () => number): void;
  /** Counts a read answered from the cache. */
  hit(route: string): void;
  /** Observes the size of the read cache. */
  watchCache(size: () => { bytes: number; answers: number }): void;
  /** Observes a response. */
  answered(method: string, route: string, status: number, seconds: number): void;
  /** Observes a database statement. */
  queried(seconds: number): void;
  /** Counts an attempt to deliver to a webhook, by the state of the delivery afterwards. */
  delivered(outcome: string): void;
  /** Counts an attempt to send a mail, by its outcome. */
  mailed(outcome: string): void;
  /** Observes the queue of jobs, which is read when the metrics are. */
  watchJobs(read: () => Promise<readonly JobMetric[]>): void;
  /** Observes database, disk and backups, which are read when the metrics are. */
  watchState(read: () => Promise<StateMetrics>): void;
  /** All metrics in the text format of Prometheus. */
  text(): Promise<string>;
}

/** The jobs of one kind. */
export interface JobMetric {
  kind: string;
  waiting: number;
  failed: number;
  /** How long the first job that is due has been due, in seconds; 0 without any. */
  late: number;
}

/** State that is read for the metrics; null: there is none, or it is not known. */
export interface StateMetrics {
  isDatabaseUp: boolean;
  databaseBytes: number | null;
  walBytes: number | null;
  diskFreeBytes: number | null;
  /** The age of the last backup in seconds. */
  backupAge: number | null;
  /** Whether the last attempt succeeded, and the last backup is not too old. */
  isBackupOk: boolean | null;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  // Gauges that are named like counters, which Prometheus complains about; each has the same numbers by type.
  for (const name of ['handles', 'requests', 'resources']) registry.removeSingleMetric(`nodejs_active_${name}_total`);
  const requests = new Histogram({
    name: 'octavo_request_seconds',
    help: 'Duration of requests, without streams',
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
    name: 'octavo_limit_store_failures_total',
    help: 'Requests that passed because the counter store was away',
    registers,
  });
  new Counter({
    name: 'octavo_unhandled_rejections_total',
    help: 'Failures that nothing waited for: each is a defect of the service, and in its log',
    registers,
    collect() {
      this.reset();
      this.inc(defectCount());
    },
  });
  let readJobs = async () => {};
  let readState = async () => {};
  const deliveries = new Counter({
    name: 'octavo_webhook_deliveries_total',
    help: 'Attempts to deliver events to webhooks, by what became of the delivery',
    labelNames: ['outcome'],
    registers,
  });
  const mails = new Counter({
    name: 'octavo_mails_total',
    help: 'Attempts to send a mail, by what became of it',
    labelNames: ['outcome'],
    registers,
  });

  /** Adds a gauge that is read when the metrics are. */
  function observe(name: string, help: string, read: () => number): void {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  }

  return {
    delivered: (outcome) => deliveries.inc({ outcome }),
    mailed: (outcome) => mails.inc({ outcome }),
    watchJobs(read) {
      const set = jobGauges(registers);
      // Without the database, the other metrics are still reported.
      readJobs = async () => set(await read().catch(() => []));
    },
    watchState(read) {
      const set = stateGauges(registers);
      readState = async () => set(await read());
    },
    answered: (method, route, status, seconds) => requests.observe({ method, route, status }, seconds),
    queried: (seconds) => queries.observe(seconds),
    hit: hits.raise,
    decided: (limit, passed) => (passed ? passes : refusals).raise(limit),
    storeFailed: () => failures.inc(),
    watchCache(size) {
      observe('octavo_cache_bytes', 'Bytes that ready answers take, about', () => size().bytes);
      observe('octavo_cache_answers', 'Answers that are ready', () => size().answers);
    },
    watchBuffer: (depth) => observe('octavo_buffered_views', 'Views that wait to be written', depth),
    watchStreams: (open) => observe('octavo_event_streams', 'Streams of events that are open', open),
    async text() {
      await Promise.all([readJobs(), readState()]);
      return registry.metrics();
    },
  };
}

/** @returns sets the gauges of jobs */
function jobGauges(registers: Registry[]): (jobs: readonly JobMetric[]) => void {
  const gauge = (name: string, help: string) => new Gauge({ name, help, labelNames: ['kind'], registers });
  const waiting = gauge('octavo_jobs_waiting', 'Jobs that wait, those of later included');
  const failed = gauge('octavo_jobs_failed', 'Jobs that were given up');
  const late = gauge('octavo_jobs_late_seconds', 'How long the first job that is due has been due');
  return (jobs) => {
    for (const one of [waiting, failed, late]) one.reset();
    for (const { kind, ...job } of jobs) {
      waiting.set({ kind }, job.waiting);
      failed.set({ kind }, job.failed);
      late.set({ kind }, job.late);
    }
  };
}

/** @returns sets the gauges of state; what is null has no sample */
function stateGauges(registers: Registry[]): (state: StateMetrics) => void {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  const gauges: Record<keyof StateMetrics, Gauge> = {
    isDatabaseUp: gauge('octavo_database_up', 'Whether the database answers and accepts writes'),
    databaseBytes: gauge('octavo_database_bytes', 'Bytes of the database'),
    walBytes: gauge('octavo_database_wal_bytes', 'Bytes of the write-ahead log of SQLite'),
    diskFreeBytes: gauge('octavo_disk_free_bytes', 'Free bytes of the disk of the SQLite file'),
    backupAge: gauge('octavo_backup_age_seconds', 'Seconds since the last backup that succeeded was begun'),
    isBackupOk: gauge('octavo_backup_ok', 'Whether backups are made, and the last one is not too old'),
  };
  return (state) => {
    for (const name of Object.keys(gauges) as (keyof StateMetrics)[]) {
      if (state[name] === null) gauges[name].remove();
      else gauges[name].set(Number(state[name]));
    }
  };
}

/** Counts by name, cheap enough for every request; the totals are added to the metrics when these are read. */
function tally() {
  let counts = new Map<string, number>();
  return {
    raise(name: string): void {
      counts.set(name, (counts.get(name) ?? 0) + 1);
    },
    take() {
      const taken = counts;
      counts = new Map();
      return taken;
    },
  };
}

/** Adds `/metrics` for callers with METRICS_TOKEN; without one configured the path is 404. */
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
