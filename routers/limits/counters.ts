import type { Clock } from '../clock.ts';
import { WINDOW } from './table.ts';

/** The most windows of one limit; beyond that those that opened first are dropped. */
const MOST = 200_000;

/** Where a counter stands after it was raised. */
export interface Count {
  /** Including this one. */
  count: number;
  /** When its window ends, on the monotonic clock of this process; a window's length from now at the latest. */
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

/** Counters in this process. */
export function memoryCounters(clock: Clock): CounterStore {
  // All windows are equally long, and a Map keeps the order of insertion: the first ones end first.
  const byLimit = new Map<string, Map<string, Count>>();

  function find(limit: string, who: string): Count | undefined {
    const window = byLimit.get(limit)?.get(who);
    return window === undefined || window.endsAt <= clock.monotonic() ? undefined : window;
  }

  function open(limit: string, who: string): Count {
    const windows = byLimit.get(limit) ?? new Map<string, Count>();
    byLimit.set(limit, windows);
    const window = { count: 1, endsAt: clock.monotonic() + WINDOW };
    windows.delete(who);
    windows.set(who, window);
    forgetOld(windows);
    return window;
  }

  function forgetOld(windows: Map<string, Count>): void {
    const now = clock.monotonic();
    for (const [who, { endsAt }] of windows) {
      if (endsAt > now && windows.size <= MOST) return;
      windows.delete(who);
    }
  }

  return {
    raise(limit, who) {
      const window = find(limit, who);
      if (!window) return open(limit, who);
      window.count += 1;
      return window;
    },
    lower(limit, who) {
      const window = find(limit, who);
      if (window && window.count > 0) window.count -= 1;
    },
  };
}
