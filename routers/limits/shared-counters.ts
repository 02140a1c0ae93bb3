import type { Clock } from '../clock.ts';
import type { Count, CounterStore } from './counters.ts';
import { WINDOW } from './table.ts';
import { createWindows } from './windows.ts';

/** What more than the figure may pass over all processes (decisions.md, Limits on reading). */
const TOLERANCE = 0.1;

/** Counters somewhere else, which several processes raise. */
export interface RemoteCounters {
  /**
   * Raises a counter.
   *
   * @param endsIn milliseconds that the window of whoever asks still has; one that opens there lasts as long
   */
  raise(limit: string, who: string, by: number, endsIn: number): Promise<Count>;
  /** Takes one back. */
  lower(limit: string, who: string): Promise<void>;
}

/** What a process knows of one counter. */
interface Share {
  endsAt: number;
  /** The count that the others' store told last. */
  known: number;
  /** Passed here, and told to nobody yet. */
  untold: number;
  /** Passed here and told, but the answer is not there yet. */
  underway: number;
}

/**
 * Counters of several processes together, most of them answered at once. Each process lets a few pass before it tells
 * them, and all processes together a tenth of the figure at most: so at least the figure passes, and a tenth more at
 * most. Where a tenth is less than one for each process, every count is asked for.
 *
 * @param processes how many count together
 */
export function sharedCounters(remote: RemoteCounters, clock: Clock, processes: number): CounterStore {
  const shares = createWindows<Share>(clock);

  /** Tells what passed here, and counts so many more, which wait for the answer. */
  async function tell(limit: string, who: string, share: Share, waiting: number): Promise<Count> {
    const passed = share.untold;
    share.untold = 0;
    share.underway += passed;
    try {
      const told = await remote.raise(limit, who, passed + waiting, share.endsAt - clock.now());
      share.known = Math.max(share.known, told.count);
      share.endsAt = Math.min(share.endsAt, told.endsAt);
      return told;
    } catch (error) {
      share.untold += passed;
      throw error;
    } finally {
      share.underway -= passed;
    }
  }

  /** Opens a window, for the others as well. A failure is told to whoever waits, and here nobody does. */
  function begin(limit: string, who: string, by: number): Count {
    const endsAt = clock.now() + WINDOW;
    const share = shares.open(limit, who, { endsAt, known: 0, untold: by, underway: 0 });
    tell(limit, who, share, 0).catch(() => undefined);
    return { count: by, endsAt };
  }

  return {
    raise(limit, who, by = 1, max = 0) {
      const chunk = Math.max(1, Math.floor((max * TOLERANCE) / processes));
      if (by >= chunk) return remote.raise(limit, who, by, WINDOW);
      const share = shares.find(limit, who);
      if (!share) return begin(limit, who, by);
      const here = share.untold + share.underway + by;
      if (here >= chunk || share.known + here > max) return tell(limit, who, share, by);
      share.untold += by;
      return { count: share.known + here, endsAt: share.endsAt };
    },
    lower: (limit, who) => remote.lower(limit, who),
  };
}
