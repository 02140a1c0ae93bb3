import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';

/** Milliseconds between two signs of life. */
const BEAT_EVERY = 1000;

/** Ends the process when its event loop is stuck. */
export interface Watchdog {
  /** Stops watching. */
  stop(): void;
}

/**
 * Starts a thread that logs one line and ends the process when the event loop has been stuck for too long, so that a
 * supervisor starts it again. It does not keep the process alive.
 *
 * @param after how long that is, in milliseconds. Time in which the whole process stood still (a laptop that slept,
 *   SIGSTOP) does not count: the thread counts its own beats, and it stood still as well.
 * @param every milliseconds between two beats
 */
export function startWatchdog(log: Pick<Logger, 'warn'>, after = 60_000, every = BEAT_EVERY): Watchdog {
  const shared = new SharedArrayBuffer(4);
  const beats = new Int32Array(shared);
  const beating = setInterval(() => Atomics.add(beats, 0, 1), every).unref();
  const worker = new Worker(new URL('./watchdog-thread.ts', import.meta.url), {
    workerData: { shared, every, most: Math.ceil(after / every) } satisfies WatchdogData,
    // Otherwise it would take the options of the process again, such as --import.
    execArgv: [],
    // With less there is no room to load TypeScript.
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
  /** One 32-bit integer that grows as long as the event loop turns. */
  shared: SharedArrayBuffer;
  every: number;
  /** Beats of the thread without one of the event loop. */
  most: number;
}
