import type { SqlEntityManager } from '@mikro-orm/sql';
import type { Logger } from 'pino';

import type { Clock } from '../../base/clock.ts';
import { appError, type AppError } from '../../base/errors.ts';
import { logSecurityEvent } from '../../base/security-events.ts';
import { createLoginStore } from './login-store.ts';
import { FAILURE_WINDOW_MS, newLoginRecord, waitFor, type Cooldown, type LoginAttemptRecord } from './login-tiers.ts';

/** A reserved attempt. Call exactly one of its functions. */
export interface Attempt {
  failed(): Promise<void>;
  succeeded(): Promise<void>;
  /** The password was not checked, such as when the server is busy. */
  abandoned(): Promise<void>;
}

export interface LoginLimiter {
  /** @throws RATE_LIMITED during a cooldown. It makes no query. */
  check(address: string): void;
  /**
   * Reserves an attempt before its password is hashed, across all processes on the database.
   *
   * @throws RATE_LIMITED during a cooldown (without a query), or while as many attempts are pending as may still fail
   */
  reserve(address: string): Promise<Attempt>;
  /** Reloads the failures after any process has changed them. */
  refresh(): Promise<void>;
  /** Deletes rows that no longer count, because they contain IP addresses. */
  deleteExpired(): Promise<void>;
}

export interface LimiterOptions {
  em: SqlEntityManager;
  clock: Clock;
  log: Logger;
  /** Whether a setup key is configured, with which the owner can sign in during a cooldown. */
  hasSetupKey: boolean;
}

/**
 * Creates the limiter of failed sign-ins. It knows cooldowns in memory; beyond that the database decides, which all
 * processes share and a restart does not clear.
 */
export async function createLoginLimiter({ em, clock, log, hasSetupKey }: LimiterOptions): Promise<LoginLimiter> {
  const store = createLoginStore(em, clock);
  const remedy = hasSetupKey ? SEND_KEY : 'run "octavo admin unlock" on the server';
  let failures: readonly LoginAttemptRecord[] = [];
  let started = 0;
  let applied = 0;
  /** The attempts that this process is checking, so that a flood fails before it reaches the database. */
  const checking = new Set<LoginAttemptRecord>();

  async function refresh(): Promise<void> {
    const number = ++started;
    const loaded = await store.failures();
    // Of two concurrent loads, the one that started later is newer, whichever ends first.
    if (number <= applied) return;
    // A success only clears the address of rows. If failures that still count have no rows any more, `admin unlock`
    // deleted them.
    const gone = loaded.length === 0 ? failures.filter(({ at }) => at > clock.monotonic() - FAILURE_WINDOW_MS) : [];
    if (gone.length > 0) logSecurityEvent({ log }, 'login.unlocked', { failures: gone.length });
    [applied, failures] = [number, loaded];
  }

  function check(attempt: LoginAttemptRecord): void {
    const wait = waitFor(attempt, failures, [...checking]);
    if (wait > 0) throw rateLimited(wait, remedy);
  }

  async function reserve(attempt: LoginAttemptRecord & { address: string }): Promise<number> {
    check(attempt);
    checking.add(attempt);
    try {
      const reserved = await store.reserve(attempt);
      if ('wait' in reserved) throw rateLimited(reserved.wait, remedy);
      return reserved.reservation;
    } catch (error) {
      checking.delete(attempt);
      throw error;
    }
  }

  await refresh();
  return {
    refresh,
    deleteExpired: () => store.deleteExpired(),
    check: (address) => check(newLoginRecord(address, clock.monotonic())),
    async reserve(address) {
      const attempt = newLoginRecord(address, clock.monotonic());
      const reservation = await reserve(attempt);
      const settle = <T>(work: Promise<T>) => work.finally(() => checking.delete(attempt));
      return {
        async failed() {
          for (const cooldown of await settle(store.recordFailure(reservation, attempt)))
            logCooldown(log, address, cooldown);
        },
        async succeeded() {
          await settle(store.recordSuccess(reservation, address));
        },
        abandoned: () => settle(store.release(reservation)),
      };
    },
  };
}

/** The limiter of edge mode: ten sign-ins a minute in this process. */
export function createEdgeLimiter({ clock, hasSetupKey }: Pick<LimiterOptions, 'clock' | 'hasSetupKey'>): LoginLimiter {
  const max = 10;
  const windowMs = 60_000;
  let endsAt = -Infinity;
  let count = 0;
  const noop = async () => undefined;

  function check(): void {
    const now = clock.monotonic();
    if (now >= endsAt) [endsAt, count] = [now + windowMs, 0];
    if (count >= max) throw rateLimited(endsAt - now, hasSetupKey ? SEND_KEY : null);
  }

  return {
    check,
    async reserve() {
      check();
      count += 1;
      return { failed: noop, succeeded: noop, abandoned: noop };
    },
    refresh: noop,
    deleteExpired: noop,
  };
}

const SEND_KEY = 'send the setup key in the header X-Setup-Key';

/**
 * @param milliseconds until the next attempt may be made
 * @param remedy what the owner can do immediately
 */
function rateLimited(milliseconds: number, remedy: string | null): AppError {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  const wait = seconds === 1 ? 'a second' : `${seconds} seconds`;
  const otherwise = seconds === 1 || remedy === null ? '' : `, or ${remedy}`;
  return appError('RATE_LIMITED', `Too many failed sign-ins; try again in ${wait}${otherwise}.`, {
    retryAfter: seconds,
  });
}

/** The tier of the whole site locks the owner out too, hence the alert. */
function logCooldown(log: Logger, clientIp: string, { tier, failures, milliseconds }: Cooldown): void {
  const details = { tier, failures, cooldown: milliseconds / 1000, ...(tier === 'site' && { alert: 'login' }) };
  logSecurityEvent({ log, request: { clientIp } }, 'login.tier', details);
}
