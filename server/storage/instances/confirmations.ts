import { setTimeout as sleep } from 'node:timers/promises';

/** How long every lease lasts at most, in milliseconds. */
const LEASE_MS = 100;
/** Confirmations of so many commits are kept at most: they may arrive before the writer waits. */
const MOST = 1000;

/** The confirmations of other instances that a commit of this process has its effects there. */
export interface Confirmations {
  /** @param payload who confirms, and the numbers of the transactions */
  add(payload: string): void;
  /**
   * Waits until all have confirmed a commit, or until a lease that began before it must be over.
   *
   * @param since when it was committed, on the monotonic clock
   * @param others whose confirmation counts; null when they are not known
   */
  wait(xid: string, since: number, others: Promise<readonly string[]> | null): Promise<void>;
}

export function createConfirmations(): Confirmations {
  const confirmed = new Map<string, Set<string>>();
  const waiting = new Map<string, () => void>();

  function of(xid: string): Set<string> {
    const found = confirmed.get(xid);
    if (found) return found;
    for (const oldest of confirmed.keys()) {
      if (confirmed.size < MOST) break;
      confirmed.delete(oldest);
    }
    const made = new Set<string>();
    confirmed.set(xid, made);
    return made;
  }

  async function allConfirmed(xid: string, others: Promise<readonly string[]>, over: AbortSignal): Promise<void> {
    const ids = await others.catch(() => null);
    // Without a look, the end of all leases is waited for.
    if (!ids) return untilAborted(over);
    const seen = of(xid);
    while (!over.aborted && ids.some((id) => !seen.has(id))) {
      await new Promise<void>((resolve) => {
        waiting.set(xid, resolve);
        over.addEventListener('abort', () => resolve(), { once: true });
      });
    }
  }

  return {
    add(payload) {
      const [who = '', ...xids] = payload.split(' ');
      for (const xid of xids) {
        of(xid).add(who);
        waiting.get(xid)?.();
      }
    },
    async wait(xid, since, others) {
      const over = new AbortController();
      const ended = untilMonotonic(since + LEASE_MS, over.signal);
      await (others ? Promise.race([allConfirmed(xid, others, over.signal), ended]) : ended);
      over.abort();
      confirmed.delete(xid);
      waiting.delete(xid);
    },
  };
}

/** A timer may end too early, because it counts from the beginning of the turn of the event loop. */
async function untilMonotonic(time: number, over: AbortSignal): Promise<void> {
  for (let left = time - performance.now(); left > 0 && !over.aborted; left = time - performance.now()) {
    await sleep(Math.ceil(left), undefined, { signal: over }).catch(() => undefined);
  }
}

function untilAborted(over: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    over.addEventListener('abort', () => resolve(), { once: true });
  });
}
