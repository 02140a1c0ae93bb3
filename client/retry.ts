import type { BlogError } from './errors.ts';

/** How often and how long a read is tried again when the service is busy (503) or says that it is enough (429). */
export interface RetryOptions {
  /** How many times a read is tried altogether; 3 when absent. */
  attempts?: number | undefined;
  /** The longest wait before another try, in seconds; 20 when absent. A longer Retry-After fails the call at once. */
  maxWait?: number | undefined;
  /** Waits so many seconds; for tests. */
  sleep?: ((seconds: number, signal?: AbortSignal) => Promise<void>) | undefined;
}

/**
 * Runs a read, and again as long as that makes sense. The wait is what Retry-After says, else 1, 2, 4 … seconds.
 *
 * @throws what the last try threw
 */
export async function withRetries<T>(
  read: () => Promise<T>,
  { attempts = 3, maxWait = 20, sleep = wait }: RetryOptions,
  signal: AbortSignal | undefined,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await read();
    } catch (error) {
      const { status, retryAfter } = error as BlogError;
      const seconds = retryAfter ?? 2 ** (attempt - 1);
      if ((status !== 429 && status !== 503) || attempt >= attempts || seconds > maxWait) throw error;
      await sleep(seconds, signal);
    }
  }
}

function wait(seconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, seconds * 1000);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
