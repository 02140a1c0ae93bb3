import { appError } from './errors.ts';

/** The maximum number of hashes that run at once, and that wait. */
const MAX_RUNNING = 2;
const MAX_WAITING = 20;
/** The Retry-After of a full queue. */
const RETRY_AFTER_SECONDS = 2;

/** Limits how many expensive hashes run at once. */
export interface HashQueue {
  /**
   * Runs the work as soon as a slot is free.
   * @throws SERVICE_UNAVAILABLE immediately if the queue is full
   */
  run<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * Creates the queue. A hash of 600,000 rounds takes about 150 ms in the thread pool that file access and DNS use too,
 * so only two run at once.
 */
export function createHashQueue(): HashQueue {
  const waiting: (() => void)[] = [];
  let running = 0;

  async function acquire(): Promise<void> {
    if (running < MAX_RUNNING) {
      running += 1;
      return;
    }
    if (waiting.length >= MAX_WAITING) {
      throw appError('SERVICE_UNAVAILABLE', 'Too many passwords are being checked; try again in 2 seconds.', {
        retryAfter: RETRY_AFTER_SECONDS,
      });
    }
    await new Promise<void>((resolve) => waiting.push(resolve));
  }

  function release(): void {
    const resume = waiting.shift();
    if (resume) resume();
    else running -= 1;
  }

  return {
    async run(work) {
      await acquire();
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}
