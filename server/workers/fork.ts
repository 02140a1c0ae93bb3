import cluster, { type Worker } from 'node:cluster';

import { WorkerFailed } from './errors.ts';
import type { Exchange } from './exchange.ts';
import { watchHandover } from './handover.ts';

/** A worker from its start to its end. */
export interface Forked {
  worker: Worker;
  /** Where it listens; rejects with `WorkerFailed` when it does not get so far. */
  serves: Promise<string>;
  /** Settles with the exit code, or with the signal's name. */
  ended: Promise<number | string>;
}

/** Starts a worker and joins it to the others. */
export function forkWorker(exchange: Exchange): Forked {
  const worker = cluster.fork();
  const serving = Promise.withResolvers<string>();
  const ending = Promise.withResolvers<number | string>();
  const handover = watchHandover(worker.process);
  exchange.connect(worker, {
    serves: serving.resolve,
    failed: (reason) => serving.reject(new WorkerFailed(reason)),
  });
  worker.once('exit', (code: number | null, signal: string | null) => {
    handover.giveUp();
    void exchange.leave(worker);
    serving.reject(new WorkerFailed(`A worker ended with ${signal ?? code} before it served.`));
    ending.resolve(signal ?? code ?? '');
  });
  // Whoever waits for it hears of it; nobody waits for one that takes another's place.
  serving.promise.catch(() => undefined);
  return { worker, serves: serving.promise, ended: ending.promise };
}
