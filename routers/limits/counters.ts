import type { Clock } from '../clock.ts';
import { WINDOW } from './table.ts';
import { createWindows } from './windows.ts';

/** Where a counter stands after it was raised. */
export interface Count {
  /** With this one. */
  count: number;
  /** When its window ends, in milliseconds since 1970. */
  endsAt: number;
}

/** Counters in windows of a minute that open with the first count. In memory it answers at once, else later. */
export interface CounterStore {
  /**
   * Raises a counter.
   *
   * @param limit what is counted
   * @param who for whom: an address or a network
   * @param by how many are counted at once; 1 when absent
   * @param max how many may pass: a store that asks another one may ask less often while they are far; when absent it
   * asks each time
   */
  raise(limit: string, who: string, by?: number, max?: number): Count | Promise<Count>;
  /** Takes one back, for what was reserved and did not happen. */
  lower(limit: string, who: string): void | Promise<void>;
}

/** Counters that answer at once. */
export interface MemoryCounters extends CounterStore {
  raise(limit: string, who: string, by?: number): Count;
  /**
   * Raises a counter for another process.
   *
   * @param endsAt when that process's own window ends, which this one ends with when it opens it. When that time is
   * over, all but the last one belong to a window that nobody counts any more.
   */
  raiseUntil(limit: string, who: string, by: number, endsAt: number): Count;
  lower(limit: string, who: string): void;
}

/** Counters in this process, on a clock that tests can move. */
export function memoryCounters(clock: Clock): MemoryCounters {
  const windows = createWindows<Count>(clock);

  function raise(limit: string, who: string, by: number, endsAt: number): Count {
    const window = windows.find(limit, who);
    if (!window) return windows.open(limit, who, { count: by, endsAt });
    window.count += by;
    return window;
  }

  return {
    raise: (limit, who, by = 1) => raise(limit, who, by, clock.now() + WINDOW),
    raiseUntil(limit, who, by, endsAt) {
      const now = clock.now();
      return endsAt > now ? raise(limit, who, by, endsAt) : raise(limit, who, 1, now + WINDOW);
    },
    lower(limit, who) {
      const window = windows.find(limit, who);
      if (window && window.count > 0) window.count -= 1;
    },
  };
}
