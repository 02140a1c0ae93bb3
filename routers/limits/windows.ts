import type { Clock } from '../clock.ts';

/** So many windows of one limit at most; beyond that those that opened first go. */
const MOST = 200_000;

/** What is kept of each limit and address until its window ends. */
export interface Windows<W extends { endsAt: number }> {
  /** The window that is open now. */
  find(limit: string, who: string): W | undefined;
  /** Begins one; `endsAt` in milliseconds since 1970. */
  open(limit: string, who: string, window: W): W;
}

/** Windows in this process, on a clock that tests can move. */
export function createWindows<W extends { endsAt: number }>(clock: Clock): Windows<W> {
  // All windows are equally long, and a Map keeps the order of insertion: the first ones end first.
  const byLimit = new Map<string, Map<string, W>>();

  function forgetOld(windows: Map<string, W>): void {
    const now = clock.now();
    for (const [who, { endsAt }] of windows) {
      if (endsAt > now && windows.size <= MOST) return;
      windows.delete(who);
    }
  }

  return {
    find(limit, who) {
      const window = byLimit.get(limit)?.get(who);
      return window === undefined || window.endsAt <= clock.now() ? undefined : window;
    },
    open(limit, who, window) {
      const windows = byLimit.get(limit) ?? new Map<string, W>();
      byLimit.set(limit, windows);
      windows.delete(who);
      windows.set(who, window);
      forgetOld(windows);
      return window;
    },
  };
}
