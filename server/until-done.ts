/** Work that must be done in the end. */
export interface UntilDone {
  /** Does it; what fails is tried again by itself until it succeeds. Does not reject. */
  run(): Promise<void>;
  /** Gives up. */
  stop(): void;
}

/** Milliseconds between two attempts. */
const PAUSE = 1000;

/** @param failed told of every attempt that failed */
export function untilDone(work: () => Promise<unknown>, failed: (error: unknown) => void): UntilDone {
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
      again = setTimeout(() => void run(), PAUSE).unref();
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
