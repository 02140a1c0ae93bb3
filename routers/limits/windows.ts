import type { Clock } from '../clock.ts';

/** So many addresses at most; beyond that those whose windows opened first go. */
const MOST = 200_000;

/** What is kept of each limit and address until its window ends. */
export interface Windows<W extends { endsAt: number }> {
  /** The window that is open now. */
  find(limit: string, who: string): W | undefined;
  /** Begins one; `endsAt` in milliseconds since 1970. */
  open(limit: string, who: string, window: W): W;
}

/** All windows of one address. */
interface Visitor<W> {
  windows: Map<string, W>;
  /** When the last of its windows ends. */
  endsAt: number;
}

/** Windows in this process, on a clock that tests can move. */
export function createWindows<W extends { endsAt: number }>(clock: Clock): Windows<W> {
  // A Map keeps the order of insertion, and a visitor is inserted anew with each window that opens: oldest first.
  const visitors = new Map<string, Visitor<W>>();

  function forgetOld(now: number): void {
    for (const [who, { endsAt }] of visitors) {
      if (endsAt > now && visitors.size <= MOST) return;
      visitors.delete(who);
    }
  }

  return {
    find(limit, who) {
      const window = visitors.get(who)?.windows.get(limit);
      return window === undefined || window.endsAt <= clock.now() ? undefined : window;
    },
    open(limit, who, window) {
      const { windows = new Map<string, W>(), endsAt = 0 } = visitors.get(who) ?? {};
      visitors.delete(who);
      visitors.set(who, { windows: windows.set(limit, window), endsAt: Math.max(endsAt, window.endsAt) });
      forgetOld(clock.now());
      return window;
    },
  };
}
