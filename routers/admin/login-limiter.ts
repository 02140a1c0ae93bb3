import type { SqlEntityManager } from '@mikro-orm/sql';
import type { Logger } from 'pino';

import type { Clock } from '../clock.ts';
import { createLedger } from './login-ledger.ts';
import { refusalOf, tooMany, tryOf, type Cooldown, type Try } from './login-tiers.ts';

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
}

/**
 * Makes the limiter of failed sign-ins. Cooldowns are answered from memory; whatever passes there, the database
 * decides, which every process asks and a restart does not empty.
 */
export async function createLoginLimiter(em: SqlEntityManager, clock: Clock, log: Logger): Promise<LoginLimiter> {
  const ledger = createLedger(em, clock);
  let failures: readonly Try[] = [];
  let begun = 0;
  let known = 0;
  /** What this process itself is checking: a flood ends here, and not in a queue before the database. */
  const checking = new Set<Try>();

  async function refresh(): Promise<void> {
    const turn = ++begun;
    const loaded = await ledger.failures();
    // Of two at once, the one that began later knows more, whichever ends first.
    if (turn > known) [known, failures] = [turn, loaded];
  }

  async function keep(attempt: Try & { address: string }): Promise<number> {
    const refused = refusalOf(attempt, failures, [...checking]);
    if (refused) throw refused;
    checking.add(attempt);
    try {
      return await ledger.keepPlace(attempt);
    } catch (error) {
      checking.delete(attempt);
      throw error;
    }
  }

  await refresh();
  return {
    refresh,
    async reserve(address) {
      const attempt = tryOf(address, clock.monotonic());
      const place = await keep(attempt);
      const settle = <T>(work: Promise<T>) => work.finally(() => checking.delete(attempt));
      return {
        async failed() {
          for (const cooldown of await settle(ledger.turnIntoFailure(place, attempt))) warn(log, cooldown);
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
export function createEdgeLimiter(clock: Clock): LoginLimiter {
  const most = 10;
  const window = 60_000;
  let endsAt = -Infinity;
  let count = 0;
  const nothing = async () => undefined;
  return {
    async reserve() {
      const now = clock.monotonic();
      if (now >= endsAt) [endsAt, count] = [now + window, 0];
      if (count >= most) throw tooMany(endsAt - now);
      count += 1;
      return { failed: nothing, succeeded: nothing, dropped: nothing };
    },
    refresh: nothing,
  };
}

function warn(log: Logger, { tier, failures, milliseconds }: Cooldown): void {
  if (tier !== 'site') return;
  log.error({ alert: 'login', failures, cooldown: milliseconds / 1000 }, 'sign-in is cooling down site-wide');
}
