import type { Look } from './look.ts';

/** How long a holder answers from memory after it asked, in milliseconds: less than the others wait for the end. */
const HELD_MS = 95;
/** After how many milliseconds a lease in use is renewed. */
const RENEW_AFTER_MS = 45;

/** Whether this process may answer from memory. */
export interface Memory {
  /** Whether memory is as new as the database; cheap enough for every request. */
  isCurrent(): boolean;
  /**
   * Brings memory up to the time of this call, in one round trip for all who wait.
   *
   * @throws when the database is out of reach
   */
  refresh(): Promise<void>;
}

interface Lease extends Memory {
  /** The result of the next look that begins after this call. */
  next(): Promise<Look>;
}

/**
 * The right to answer from memory for a short time. It ends by itself: an instance that is stopped, suspended or cut off
 * answers nothing from memory afterwards. It is renewed while reads use it, so an idle instance asks nothing.
 *
 * @param look looks into the database, and takes note of what changed; where a lease is wanted, announces it first
 * @param settled resolves when what was noted has its effects; null when it has
 */
export function createLease(look: (isWanted: boolean) => Promise<Look>, settled: () => Promise<void> | null): Lease {
  let askedAt = -Infinity;
  let askedByWall = 0;
  let running: Promise<Look> | null = null;
  let following: Promise<Look> | null = null;
  let isWanted = false;

  /** Two clocks: the monotonic one stands still while the machine is suspended, and the other may be set back. */
  function isCurrent(): boolean {
    const elapsed = performance.now() - askedAt;
    const byWall = Date.now() - askedByWall;
    if (elapsed > RENEW_AFTER_MS && running === null && elapsed < HELD_MS) renew();
    return elapsed < HELD_MS && byWall >= 0 && byWall < HELD_MS && settled() === null;
  }

  function renew(): void {
    isWanted = true;
    run().catch(() => undefined);
  }

  function run(): Promise<Look> {
    following = null;
    const asking = ask().finally(() => (running = null));
    running = asking;
    return asking;
  }

  async function ask(): Promise<Look> {
    const [monotonic, wall] = [performance.now(), Date.now()];
    const wanted = isWanted;
    isWanted = false;
    const seen = await look(wanted);
    if (seen.isCovered) [askedAt, askedByWall] = [monotonic, wall];
    return seen;
  }

  function next(): Promise<Look> {
    if (running === null) return run();
    following ??= running.then(run, run);
    return following;
  }

  return {
    isCurrent,
    next,
    async refresh() {
      // One that was sent before this call helps if it leaves a lease.
      if (running) await running.catch(() => undefined);
      isWanted = true;
      if (!isCurrent()) await next();
      await settled();
    },
  };
}
