import { Worker } from 'node:worker_threads';

import { longestTime } from './limits.ts';
import type { Render, Rendered, Source } from './rendered.ts';

/** Milliseconds after which a thread that has nothing to do ends. */
const IDLE = 60_000;
/** MiB; a text of a million characters needs less than half of it. */
const MEMORY = 768;

interface Job {
  source: Source;
  done(rendered: Rendered | null): void;
}

/**
 * Renders in a thread of its own, one text after the other. The thread starts with the first text and ends when there
 * has been none for a minute.
 *
 * @param timeFor how long a text may take, in milliseconds; the thread of one that takes longer is ended
 * @returns null for a text that took too long, was nested too deep or grew too large
 */
export function renderThread(timeFor = longestTime): Render {
  const waiting: Job[] = [];
  let running: Job | null = null;
  let worker: Worker | null = null;
  let timer: NodeJS.Timeout | undefined;

  function next(): void {
    if (running) return;
    clearTimeout(timer);
    running = waiting.shift() ?? null;
    if (running) {
      // This timer keeps the process alive while somebody waits; the thread by itself does not.
      timer = setTimeout(end, timeFor(running.source.markdown));
      worker ??= start();
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      worker.postMessage(running.source);
    } else if (worker) {
      timer = setTimeout(end, IDLE).unref();
    }
  }

  function settle(rendered: Rendered | null): void {
    const job = running;
    running = null;
    job?.done(rendered);
    next();
  }

  function start(): Worker {
    const started = new Worker(new URL('worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MEMORY },
    });
    started.on('message', (rendered: Rendered | null) => {
      if (worker === started) settle(rendered);
    });
    // Out of memory, mostly. What it says does not matter: the text is shown as it is.
    started.on('error', () => undefined);
    started.once('exit', () => {
      if (worker !== started) return;
      worker = null;
      settle(null);
    });
    // After the listeners, which would hold the process again.
    started.unref();
    return started;
  }

  function end(): void {
    const ending = worker;
    worker = null;
    void ending?.terminate();
    settle(null);
  }

  return (source) =>
    new Promise((resolve) => {
      waiting.push({ source, done: resolve });
      next();
    });
}
