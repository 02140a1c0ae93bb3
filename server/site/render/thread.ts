import { Worker } from 'node:worker_threads';

import { appError, type AppError } from '../../../routers/base/errors.ts';
import { programFile } from '../../process/package-files.ts';
import { TIME_LIMITS, type TimeLimits } from './limits.ts';
import type { ReadText, Task } from './rendered.ts';
import type { FromThread, Result } from './worker.ts';
import { inBackground } from '../../../routers/base/defects.ts';

/** How long an idle thread is kept. */
const IDLE_TIMEOUT_MS = 60_000;
/** How often the CPU time of the thread is checked. */
const CHECK_INTERVAL_MS = 100;
/** The heap limit in MiB; a text of a million characters needs less than half of it. */
const MAX_HEAP_MB = 768;
/** Texts with more characters have a thread of their own, so that normal ones do not wait for them. */
const LONG_TEXT = 50_000;
const WORKER = programFile('server/site/render/worker.ts');

interface Job {
  task: Task;
  resolve(result: Result | null): void;
  reject(reason: Error): void;
}

/** Reads long texts in one thread and all others in another. */
export function renderThreads(limits: TimeLimits = TIME_LIMITS): ReadText {
  const [usual, long] = [renderThread(limits), renderThread(limits)];
  return ((task: Task) => (source(task).length > LONG_TEXT ? long : usual)(task as never)) as ReadText;
}

/**
 * Renders texts, and reads their URLs, one at a time in a worker thread. The thread starts with the first text; it ends after a minute without
 * texts, or when a text exceeds the CPU time limit.
 *
 * @param file the script of the thread
 * @returns null for a text that exceeds CPU time, memory, nesting or output size; rejects if the machine is too busy,
 * or the thread ends for another reason
 */
export function renderThread({ cpu, total }: TimeLimits = TIME_LIMITS, file = WORKER): ReadText {
  const waiting: Job[] = [];
  let running: Job | null = null;
  let worker: Worker | null = null;
  let timer: NodeJS.Timeout | undefined;
  let checkTimer: NodeJS.Timeout | undefined;

  function next(): void {
    if (running) return;
    clearTimeout(timer);
    running = waiting.shift() ?? null;
    if (running) {
      // This timer keeps the process alive while a caller waits; the thread is unref'd.
      timer = setTimeout(() => end(notNow('The machine is too busy to render this text.')), total);
      try {
        worker ??= start();
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
        worker.postMessage(running.task);
      } catch (error) {
        // The system has no thread left, for example.
        clearTimeout(timer);
        settle(notNow('The thread that renders cannot be started.', error));
      }
    } else if (worker) {
      timer = setTimeout(() => end(null), IDLE_TIMEOUT_MS).unref();
    }
  }

  function settle(result: Result | Error | null): void {
    clearTimeout(checkTimer);
    const job = running;
    running = null;
    if (result instanceof Error) job?.reject(result);
    else job?.resolve(result);
    next();
  }

  function start(): Worker {
    const started = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB } });
    let failure: NodeJS.ErrnoException | null = null;
    started.on('message', (message: FromThread) => {
      if (worker !== started) return;
      if (message === 'started') inBackground(watch(started, running));
      else settle(message.result);
    });
    started.on('error', (error) => (failure = error));
    started.once('exit', () => {
      if (worker !== started) return;
      worker = null;
      // Any other exit is not caused by the text, which must not be stored as too complex.
      const isTooLarge = failure?.code === 'ERR_WORKER_OUT_OF_MEMORY';
      settle(isTooLarge ? null : notNow('The thread that renders ended.', failure));
    });
    // After adding listeners, which would ref it again.
    started.unref();
    return started;
  }

  /** Terminates the thread when the text exceeds the CPU time limit. */
  async function watch(thread: Worker, job: Job | null, begun?: number): Promise<void> {
    const used = await cpuTime(thread);
    if (running !== job || worker !== thread) return;
    if (begun !== undefined && used - begun > cpu) return end(null);
    checkTimer = setTimeout(() => inBackground(watch(thread, job, begun ?? used)), CHECK_INTERVAL_MS);
  }

  function end(result: Error | null): void {
    const ending = worker;
    worker = null;
    if (ending) inBackground(ending.terminate());
    settle(result);
  }

  return ((task: Task) =>
    new Promise<Result | null>((resolve, reject) => {
      waiting.push({ task, resolve, reject });
      next();
    })) as ReadText;
}

/** It says nothing about the text. @param reason for the log */
function notNow(reason: string, cause?: unknown): AppError {
  const message = 'The text cannot be rendered at the moment; try again.';
  return appError('SERVICE_UNAVAILABLE', message, { retryAfter: 5, cause: new Error(reason, { cause }) });
}

function source(task: Task): string {
  if ('html' in task) return task.html;
  if ('post' in task) return task.post;
  return 'document' in task ? task.document : task.markdown;
}

/** The CPU time of a thread in milliseconds; 0 if it is ending. */
async function cpuTime(thread: Worker): Promise<number> {
  const { user, system } = await thread.cpuUsage().catch(() => ({ user: 0, system: 0 }));
  return (user + system) / 1000;
}
