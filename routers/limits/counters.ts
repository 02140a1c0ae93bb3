import type { Clock } from '../clock.ts';
import { WINDOW } from './table.ts';
import { createWindows } from './windows.ts';

/** Where a counter stands after it was raised. */
export interface Count {
  /** Including this one. */
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
   */
  raise(limit: string, who: string): Count | Promise<Count>;
  /** Takes one back, for what was reserved and did not happen. */
  lower(limit: string, who: string): void | Promise<void>;
}

/** Counters that answer at once. */
export interface MemoryCounters extends CounterStore {
  raise(limit: string, who: string): Count;
  lower(limit: string, who: string): void;
}

/** Counters in this process, on a clock that tests can move. */
export function memoryCounters(clock: Clock): MemoryCounters {
  const windows = createWindows<Count>(clock);

  return {
    raise(limit, who) {
      const window = windows.find(limit, who);
      if (!window) return windows.open(limit, who, { count: 1, endsAt: clock.now() + WINDOW });
      window.count += 1;
      return window;
    },
    lower(limit, who) {
      const window = windows.find(limit, who);
      if (window && window.count > 0) window.count -= 1;
    },
  };
}
