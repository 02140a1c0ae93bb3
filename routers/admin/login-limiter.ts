import type { SqlEntityManager } from '@mikro-orm/sql';
import type { Logger } from 'pino';

import type { Clock } from '../clock.ts';
import { appError, type AppError } from '../errors.ts';
import { noteEvent } from '../security-events.ts';
import { createLedger } from './login-ledger.ts';
import { MEMORY, tryOf, waitOf, type Cooldown, type Try } from './login-tiers.ts';

/** A place that was kept for an attempt before its password is hashed. Exactly one of the three is called. */
export interface Attempt {
  failed(): Promise<void>;
  succeeded(): Promise<void>;
  /** The attempt came to nothing: the server was busy. */
  dropped(): Promise<void>;
}

export interface LoginLimiter {
  /**
   * Keeps a place for an attempt, over all processes on the database.
   *
   * @throws RATE_LIMITED during a cooldown, before the database is asked anything, or while as many attempts as may
   * still fail are being checked
   */
  reserve(address: string): Promise<Attempt>;
  /** Reads the failures again, for when whichever process changed them. */
  refresh(): Promise<void>;
  /** Deletes what no longer counts: it holds IP addresses. */
  deleteExpired(): Promise<void>;
}

/** What a limiter works with. */
export interface LimiterOptions {
  em: SqlEntityManager;
  clock: Clock;
  log: Logger;
  /** Whether a setup key is configured, which lets the owner in during a cooldown. */
  hasSetupKey: boolean;
}

/**
 * Makes the limiter of failed sign-ins. Cooldowns are answered from memory; whatever passes there, the database
 * decides, which every process asks and a restart does not empty.
 */
export async function createLoginLimiter({ em, clock, log, hasSetupKey }: LimiterOptions): Promise<LoginLimiter> {
  const ledger = createLedger(em, clock);
  const wayOut = hasSetupKey ? SEND_KEY : 'run "octavo admin unlock" on the server';
  let failures: readonly Try[] = [];
  let begun = 0;
  let known = 0;
  /** What this process itself is checking: a flood ends here, and not in a queue before the database. */
  const checking = new Set<Try>();

  async function refresh(): Promise<void> {
    const turn = ++begun;
    const loaded = await ledger.failures();
    // Of two at once, the one that began later knows more, whichever ends first.
    if (turn <= known) return;
    // A success only clears the address of its rows: failures that still count and have no row any more mean `admin unlock`.
    const gone = loaded.length === 0 ? failures.filter(({ at }) => at > clock.monotonic() - MEMORY) : [];
    if (gone.length > 0) noteEvent({ log }, 'login.unlocked', { failures: gone.length });
    [known, failures] = [turn, loaded];
  }

  async function keep(attempt: Try & { address: string }): Promise<number> {
    const wait = waitOf(attempt, failures, [...checking]);
    if (wait > 0) throw tooMany(wait, wayOut);
    checking.add(attempt);
    try {
      const kept = await ledger.keepPlace(attempt);
      if ('wait' in kept) throw tooMany(kept.wait, wayOut);
      return kept.place;
    } catch (error) {
      checking.delete(attempt);
      throw error;
    }
  }

  await refresh();
  return {
    refresh,
    deleteExpired: () => ledger.deleteExpired(),
    async reserve(address) {
      const attempt = tryOf(address, clock.monotonic());
      const place = await keep(attempt);
      const settle = <T>(work: Promise<T>) => work.finally(() => checking.delete(attempt));
      return {
        async failed() {
          for (const cooldown of await settle(ledger.turnIntoFailure(place, attempt))) note(log, address, cooldown);
        },
        async succeeded() {
          await settle(ledger.clearAddress(place, address));
        },
        dropped: () => settle(ledger.leavePlace(place)),
      };
    },
  };
}

/** The edge mode: this process lets ten sign-ins a minute through and counts nothing else. */
export function createEdgeLimiter({ clock, hasSetupKey }: Pick<LimiterOptions, 'clock' | 'hasSetupKey'>): LoginLimiter {
  const most = 10;
  const window = 60_000;
  let endsAt = -Infinity;
  let count = 0;
  const nothing = async () => undefined;
  return {
    async reserve() {
      const now = clock.monotonic();
      if (now >= endsAt) [endsAt, count] = [now + window, 0];
      if (count >= most) throw tooMany(endsAt - now, hasSetupKey ? SEND_KEY : null);
      count += 1;
      return { failed: nothing, succeeded: nothing, dropped: nothing };
    },
    refresh: nothing,
    deleteExpired: nothing,
  };
}

const SEND_KEY = 'send the setup key in the header X-Setup-Key';

/**
 * @param milliseconds until the next attempt may be made
 * @param wayOut what the owner can do at once
 */
function tooMany(milliseconds: number, wayOut: string | null): AppError {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  const wait = seconds === 1 ? 'a second' : `${seconds} seconds`;
  const otherwise = seconds === 1 || wayOut === null ? '' : `, or ${wayOut}`;
  return appError('RATE_LIMITED', `Too many failed sign-ins; try again in ${wait}${otherwise}.`, {
    retryAfter: seconds,
  });
}

/** The tier of the whole site keeps the owner out as well, so somebody should look at once. */
function note(log: Logger, clientIp: string, { tier, failures, milliseconds }: Cooldown): void {
  const details = { tier, failures, cooldown: milliseconds / 1000, ...(tier === 'site' && { alert: 'login' }) };
  noteEvent({ log, request: { clientIp } }, 'login.tier', details);
}
