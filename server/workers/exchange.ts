import type { Worker } from 'node:cluster';
import { AggregatorRegistry } from 'prom-client';

import { systemClock } from '../../routers/clock.ts';
import { memoryCounters } from '../../routers/limits/counters.ts';
import { EVERYTHING } from '../changes.ts';
import { LineClosed, openLine, type Line } from './line.ts';
import type { ToPrimary, ToWorker } from './questions.ts';

/** Milliseconds that a worker may take to let go of what it kept. */
const PATIENCE = 5_000;

/** What the workers have in common, in the primary. */
export interface Exchange {
  /** Answers what this worker asks from now on. */
  connect(worker: Worker, events: WorkerEvents): void;
  /** A worker is gone. It may have committed what it told nobody: all others let go of everything. */
  leave(worker: Worker): Promise<void>;
}

/** What a worker reports once. */
export interface WorkerEvents {
  serves(url: string): void;
  failed(reason: string): void;
}

export function createExchange(): Exchange {
  const counters = memoryCounters(systemClock);
  const joined = new Map<Worker, Line<ToWorker>>();

  async function tellOthers(from: Worker, tags: readonly string[]): Promise<void> {
    const others = [...joined].filter(([worker]) => worker !== from);
    await Promise.all(others.map(([worker, line]) => tell(worker, line, tags)));
  }

  async function allMetrics(): Promise<string> {
    const values = await Promise.all([...joined.values()].map(metricsOf));
    return AggregatorRegistry.aggregate(values).metrics();
  }

  return {
    connect(worker, { serves, failed }) {
      const line: Line<ToWorker> = openLine<ToWorker, ToPrimary>(worker, {
        join: () => nothing(joined.set(worker, line)),
        changes: async (tags) => nothing(await tellOthers(worker, tags)),
        raise: counters.raiseUntil,
        lower: (limit, who) => nothing(counters.lower(limit, who)),
        metrics: allMetrics,
        serves: (url) => nothing(serves(url)),
        failed: (reason) => nothing(failed(reason)),
      });
    },
    async leave(worker) {
      if (joined.delete(worker)) await tellOthers(worker, [EVERYTHING]);
    },
  };
}

/** Resolves once the worker has let go, or is no more: who does not answer would go on answering what is stale. */
async function tell(worker: Worker, line: Line<ToWorker>, tags: readonly string[]): Promise<void> {
  const patience = setTimeout(() => worker.process.kill('SIGKILL'), PATIENCE);
  try {
    await line.ask('changes', tags);
  } catch (error) {
    if (!(error instanceof LineClosed)) worker.process.kill('SIGKILL');
  } finally {
    clearTimeout(patience);
  }
}

/** Whoever dies meanwhile has none. */
function metricsOf(line: Line<ToWorker>): Promise<object[]> {
  return line.ask('metrics').catch(() => []);
}

function nothing(_done: unknown): null {
  return null;
}
