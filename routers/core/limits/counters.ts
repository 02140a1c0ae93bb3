import type { Clock } from '../../base/clock.ts';
import { WINDOW_MS } from '../../base/limits.ts';

/** The maximum number of windows per limit; beyond that the oldest are removed. */
const MAX_WINDOWS = 200_000;

/** A counter after an increment. */
export interface Count {
  /** Including this increment. */
  count: number;
  /** When its window ends, on the monotonic clock of this process; at most one window from now. */
  endsAt: number;
}

/** Counters in windows of a minute that start with the first count. In memory they are synchronous. */
export interface CounterStore {
  /**
   * @param limit the name of the limit
   * @param key the client IP or network
   */
  increment(limit: string, key: string): Count | Promise<Count>;
  /** For a counted action that did not happen. */
  decrement(limit: string, key: string): void | Promise<void>;
}

/** Counters in the memory of this process. @param windowMs the length of a window; default: a minute */
export function memoryCounters(clock: Clock, windowMs = WINDOW_MS): CounterStore {
  // All windows have the same length, and a Map keeps the order of insertion, so the first ones end first.
  const byLimit = new Map<string, Map<string, Count>>();

  function find(limit: string, key: string): Count | undefined {
    const window = byLimit.get(limit)?.get(key);
    return window === undefined || window.endsAt <= clock.monotonic() ? undefined : window;
  }

  function open(limit: string, key: string): Count {
    const windows = byLimit.get(limit) ?? new Map<string, Count>();
    byLimit.set(limit, windows);
    const window = { count: 1, endsAt: clock.monotonic() + windowMs };
    windows.delete(key);
    windows.set(key, window);
    removeExpired(windows);
    return window;
  }

  function removeExpired(windows: Map<string, Count>): void {
    const now = clock.monotonic();
    for (const [key, { endsAt }] of windows) {
      if (endsAt > now && windows.size <= MAX_WINDOWS) return;
      windows.delete(key);
    }
  }

  return {
    increment(limit, key) {
      const window = find(limit, key);
      if (!window) return open(limit, key);
      window.count += 1;
      return window;
    },
    decrement(limit, key) {
      const window = find(limit, key);
      if (window && window.count > 0) window.count -= 1;
    },
  };
}
