import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';

import { programFile } from './package-files.ts';

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
export function startWatchdog(log: Pick<Logger, 'warn'>, after = 60_000, every = BEAT_EVERY): Watchdog {
  const shared = new SharedArrayBuffer(4);
  const beats = new Int32Array(shared);
  const beating = setInterval(() => Atomics.add(beats, 0, 1), every).unref();
  const worker = new Worker(programFile('server/watchdog-thread.ts'), {
    workerData: { shared, every, most: Math.ceil(after / every) } satisfies WatchdogData,
    // Otherwise the thread would inherit options of the process, such as --import.
    execArgv: [],
    // Loading TypeScript needs this much.
    resourceLimits: { maxOldGenerationSizeMb: 32 },
  });
  worker.unref();
  worker.on('error', (error) =>
    log.warn({ err: error }, 'the watchdog has failed: nothing notices when the event loop is stuck'),
  );
  return {
    stop() {
      clearInterval(beating);
      void worker.terminate();
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
