import { Worker } from 'node:worker_threads';

import { TIME_LIMITS, type TimeLimits } from './limits.ts';
import type { Render, Rendered, Source } from './rendered.ts';
import type { FromThread } from './worker.ts';

/** Milliseconds after which a thread that has nothing to do ends. */
const IDLE = 60_000;
/** Milliseconds between two looks at the CPU time of the thread. */
const LOOK_EVERY = 100;
/** MiB; a text of a million characters needs less than half of it. */
const MEMORY = 768;
/** Texts of more characters than this have a thread of their own, so that normal ones never wait for them. */
const LONG = 50_000;
const WORKER = new URL('worker.ts', import.meta.url);

interface Job {
  source: Source;
  resolve(rendered: Rendered | null): void;
  reject(reason: Error): void;
}

/** Renders long texts in one thread and all others in another. */
export function renderThreads(limits: TimeLimits = TIME_LIMITS): Render {
  const [usual, long] = [renderThread(limits), renderThread(limits)];
  return (source) => (source.markdown.length > LONG ? long : usual)(source);
}

/**
 * Renders in a thread of its own, one text after the other. The thread starts with the first text and ends when there
 * has been none for a minute, or with a text that takes too much of its CPU time.
 *
 * @param file what runs in the thread
 * @returns null for a text that takes too much CPU time or memory, is nested too deep or grows too large; rejects when the
 * machine was too busy to render it, or the thread ended for a reason of its own
 */
export function renderThread({ cpu, total }: TimeLimits = TIME_LIMITS, file = WORKER): Render {
  const waiting: Job[] = [];
  let running: Job | null = null;
  let worker: Worker | null = null;
  let timer: NodeJS.Timeout | undefined;
  let look: NodeJS.Timeout | undefined;

  function next(): void {
    if (running) return;
    clearTimeout(timer);
    running = waiting.shift() ?? null;
    if (running) {
      // This timer keeps the process alive while somebody waits; the thread by itself does not.
      timer = setTimeout(() => end(new Error('The machine is too busy to render this text.')), total);
      worker ??= start();
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      worker.postMessage(running.source);
    } else if (worker) {
      timer = setTimeout(() => end(null), IDLE).unref();
    }
  }

  function settle(result: Rendered | Error | null): void {
    clearTimeout(look);
    const job = running;
    running = null;
    if (result instanceof Error) job?.reject(result);
    else job?.resolve(result);
    next();
  }

  function start(): Worker {
    const started = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: MEMORY } });
    let failure: NodeJS.ErrnoException | null = null;
    started.on('message', (message: FromThread) => {
      if (worker !== started) return;
      if (message === 'begun') void watch(started, running);
      else settle(message);
    });
    started.on('error', (error) => (failure = error));
    started.once('exit', () => {
      if (worker !== started) return;
      worker = null;
      // Whatever else ends a thread is no fault of the text, which must not be called too complex for good.
      const isTooLarge = failure?.code === 'ERR_WORKER_OUT_OF_MEMORY';
      settle(isTooLarge ? null : new Error('The thread that renders ended.', { cause: failure }));
    });
    // After the listeners, which would hold the process again.
    started.unref();
    return started;
  }

  /** Ends the thread of a text once it took too much CPU time since it was begun. */
  async function watch(thread: Worker, job: Job | null, begun?: number): Promise<void> {
    const used = await cpuTime(thread);
    if (running !== job || worker !== thread) return;
    if (begun !== undefined && used - begun > cpu) return end(null);
    look = setTimeout(() => void watch(thread, job, begun ?? used), LOOK_EVERY);
  }

  function end(result: Error | null): void {
    const ending = worker;
    worker = null;
    void ending?.terminate();
    settle(result);
  }

  return (source) =>
    new Promise((resolve, reject) => {
      waiting.push({ source, resolve, reject });
      next();
    });
}

/** What a thread took of the processors so far, in milliseconds; 0 when it is ending. */
async function cpuTime(thread: Worker): Promise<number> {
  const { user, system } = await thread.cpuUsage().catch(() => ({ user: 0, system: 0 }));
  return (user + system) / 1000;
}
