import type { Clock } from '../clock.ts';
import { WINDOW } from './table.ts';

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
   * Raises a counter by one.
   *
   * @param key what is counted, and for whom
   */
  raise(key: string): Count | Promise<Count>;
  /** Takes one back, for what was reserved and did not happen. */
  lower(key: string): void | Promise<void>;
}

/** So many counters at most; beyond that those whose windows opened first go. */
const MOST = 200_000;

/** Counters in this process, on a clock that tests can move. */
export function memoryCounters(clock: Clock): CounterStore {
  // A Map keeps the order of insertion, and a counter is inserted anew when its window opens: oldest first.
  const windows = new Map<string, Count>();

  function forgetOld(now: number): void {
    for (const [key, { endsAt }] of windows) {
      if (endsAt > now && windows.size <= MOST) return;
      windows.delete(key);
    }
  }

  return {
    raise(key) {
      const now = clock.now();
      const open = windows.get(key);
      if (open && open.endsAt > now) {
        open.count += 1;
        return { ...open };
      }
      windows.delete(key);
      windows.set(key, { count: 1, endsAt: now + WINDOW });
      forgetOld(now);
      return { count: 1, endsAt: now + WINDOW };
    },
    lower(key) {
      const open = windows.get(key);
      if (open && open.count > 0) open.count -= 1;
    },
  };
}
