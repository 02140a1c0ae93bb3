import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';

import { createExchange } from './exchange.ts';
import { forkWorker, type Forked } from './fork.ts';

/** Milliseconds before another worker takes the place of one that ended: twice as many after each quick end. */
const PAUSE = { least: 100, most: 5_000 };
/** Who served for so many milliseconds did not end quickly. */
const LONG = 10_000;

/** Workers that serve together. */
export interface Workers {
  /** Where they listen. */
  url: string;
  /** Lets all of them finish; resolves when none is left. */
  close(): Promise<void>;
}

/**
 * Starts workers, and another one for each that ends.
 *
 * @returns once all of them listen
 * @throws WorkerFailed when one of them does not
 */
export async function startWorkers(count: number, log: Logger): Promise<Workers> {
  const exchange = createExchange();
  const running = new Set<Forked>();
  let stopping = false;

  function fork(): Forked {
    const forked = forkWorker(exchange);
    running.add(forked);
    void forked.ended.then(() => running.delete(forked));
    return forked;
  }

  /** Fills the place of one whenever it is empty. */
  async function replace(first: Forked): Promise<void> {
    let pause = PAUSE.least;
    for (let forked = first; ; forked = fork()) {
      const since = performance.now();
      const ended = await forked.ended;
      if (stopping) return;
      log.warn({ ended: forked.worker.id, with: ended }, 'a worker ended; another one takes its place');
      pause = performance.now() - since > LONG ? PAUSE.least : Math.min(2 * pause, PAUSE.most);
      await setTimeout(pause);
      if (stopping) return;
    }
  }

  const first = Array.from({ length: count }, fork);
  const [url = ''] = await Promise.all(first.map(({ serves }) => serves));
  for (const forked of first) void replace(forked);

  return {
    url,
    async close() {
      stopping = true;
      for (const { worker } of running) worker.process.kill('SIGTERM');
      await Promise.all([...running].map(({ ended }) => ended));
    },
  };
}
