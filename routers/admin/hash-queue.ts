import { appError } from '../errors.ts';

/** How many password hashes run at once, and how many may wait for their turn. */
const RUNNING = 2;
const WAITING = 20;
/** Seconds after which a caller who found the queue full may try again. */
const RETRY_AFTER = 2;

/** Lets expensive hashes through a few at a time. */
export interface HashQueue {
  /**
   * Runs the work when it is its turn.
   * @throws SERVICE_UNAVAILABLE at once when too many wait already
   */
  run<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * Makes a queue. A hash of 600,000 rounds takes some 150 ms of a thread that files and DNS need as well, so two run
 * at once and a flood is turned away.
 */
export function createHashQueue(): HashQueue {
  const waiting: (() => void)[] = [];
  let running = 0;

  async function turn(): Promise<void> {
    if (running < RUNNING) {
      running += 1;
      return;
    }
    if (waiting.length >= WAITING) {
      throw appError('SERVICE_UNAVAILABLE', 'Too many passwords are being checked; try again in 2 seconds.', {
        retryAfter: RETRY_AFTER,
      });
    }
    await new Promise<void>((resolve) => waiting.push(resolve));
  }

  function next(): void {
    const first = waiting.shift();
    if (first) first();
    else running -= 1;
  }

  return {
    async run(work) {
      await turn();
      try {
        return await work();
      } finally {
        next();
      }
    },
  };
}
