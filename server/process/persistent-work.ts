import { inBackground } from '../../routers/base/defects.ts';

/** Work that must eventually succeed. */
export interface PersistentWork {
  /** Runs it, and retries until it succeeds. Does not reject. */
  run(): Promise<void>;
  /** Stops retrying. */
  stop(): void;
}

/** The pause between two attempts in milliseconds. */
const PAUSE = 1000;

/** @param failed called for every failed attempt */
export function keepTrying(work: () => Promise<unknown>, failed: (error: unknown) => void): PersistentWork {
  let again: NodeJS.Timeout | undefined;
  let stopped = false;

  async function run(): Promise<void> {
    clearTimeout(again);
    try {
      await work();
    } catch (error) {
      if (stopped) return;
      failed(error);
      clearTimeout(again);
      again = setTimeout(() => inBackground(run()), PAUSE).unref();
    }
  }

  return {
    run,
    stop() {
      stopped = true;
      clearTimeout(again);
    },
  };
}
