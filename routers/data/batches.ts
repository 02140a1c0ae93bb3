import { inBackground } from '../base/defects.ts';

/** A buffer that is written in batches. */
export interface Batches {
  /** Writes the buffer. */
  flush(): Promise<void>;
  /** Writes the rest and stops. */
  close(): Promise<void>;
}

/**
 * Writes a buffer at an interval, one batch at a time.
 *
 * @param every the interval in milliseconds
 * @param write writes what is in the buffer at this time; does not reject
 */
export function writeInBatches(every: number, write: () => Promise<void>): Batches {
  let writing: Promise<void> = Promise.resolve();
  const timer = setInterval(() => inBackground(flush()), every).unref();

  function flush(): Promise<void> {
    writing = writing.then(write);
    return writing;
  }

  return {
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}
