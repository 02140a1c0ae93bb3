import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';

import { programFile } from './package-files.ts';
import { inBackground } from '../../routers/base/defects.ts';

/** The interval of heartbeats in milliseconds. */
const BEAT_EVERY = 1000;

/** Kills the process when its event loop is blocked. */
export interface Watchdog {
  /** Stops watching. */
  stop(): void;
}

/**
 * Starts a thread that logs one line and kills the process when the event loop has been blocked for too long, so that a
 * supervisor restarts it. It does not keep the process alive.
 *
 * @param after the timeout in milliseconds. Time in which the whole process was suspended (a sleeping laptop, SIGSTOP)
 *   does not count, because the thread counts its own heartbeats and is suspended too
 * @param every the interval of heartbeats in milliseconds
 */
export function startWatchdog(log: Pick<Logger, 'warn' | 'info'>, after = 60_000, every = BEAT_EVERY): Watchdog {
  const shared = new SharedArrayBuffer(4);
  const beats = new Int32Array(shared);
  const beating = setInterval(() => Atomics.add(beats, 0, 1), every).unref();
  const stopThread = keepThread({ shared, every, most: Math.ceil(after / every) }, log);
  return {
    stop() {
      clearInterval(beating);
      stopThread();
    },
  };
}

export interface WatchdogData {
  /** A 32-bit integer that the event loop increments. */
  shared: SharedArrayBuffer;
  every: number;
  /** The number of heartbeats of the thread without one of the event loop that counts as blocked. */
  most: number;
}

/**
 * Starts the thread, and starts it again after a failure, such as too many open files, with growing pauses.
 *
 * @returns a function that ends it
 */
function keepThread(data: WatchdogData, log: Pick<Logger, 'warn' | 'info'>): () => void {
  let worker: Worker | undefined;
  let again: NodeJS.Timeout | undefined;
  let failures = 0;
  let stopped = false;

  function begin(): void {
    try {
      worker = startThread(data);
      worker.once('message', watches).on('error', failed);
    } catch (error) {
      failed(error);
    }
  }

  function watches(): void {
    if (failures > 0) log.info('the watchdog is back');
    failures = 0;
  }

  function failed(error: unknown): void {
    if (stopped) return;
    if (failures === 0) {
      log.warn(
        { err: error },
        'the watchdog has failed: until it is back, nothing notices when the event loop is stuck',
      );
    }
    again = setTimeout(begin, Math.min(data.every * 2 ** failures, data.every * data.most)).unref();
    failures++;
  }

  begin();
  return () => {
    stopped = true;
    clearTimeout(again);
    if (worker) inBackground(worker.terminate());
  };
}

/** Starts the thread. Its first message reports that it is watching. */
function startThread(data: WatchdogData): Worker {
  const worker = new Worker(programFile('server/process/watchdog-thread.ts'), {
    workerData: data,
    // Otherwise the thread would inherit options of the process, such as --import.
    execArgv: [],
    // Loading TypeScript needs this much.
    resourceLimits: { maxOldGenerationSizeMb: 32 },
  });
  worker.unref();
  return worker;
}
