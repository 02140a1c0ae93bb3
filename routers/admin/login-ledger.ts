import { IsolationLevel } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../entities/kysely.ts';
import { LoginAttempt } from '../../entities/login-attempt.ts';
import { LoginFailure } from '../../entities/login-failure.ts';
import { timestamp, type Clock } from '../clock.ts';
import { takeTurn } from '../turn.ts';
import { createAges, type Aged } from './login-ages.ts';
import { CHECKING, cooldownsBegun, KEPT, waitOf, type Cooldown, type Try } from './login-tiers.ts';

/** What the processes on one database know together of sign-ins that are being checked, and of those that failed. */
export interface LoginLedger {
  /** The failures that are stored, in the order in which they happened. */
  failures(): Promise<readonly Try[]>;
  /**
   * Keeps a place for an attempt, in one atomic step over all processes.
   *
   * @returns the key of the place, or the milliseconds to wait
   */
  keepPlace(attempt: Try & { address: string }): Promise<{ place: number } | { wait: number }>;
  /**
   * Turns a place into a failure.
   *
   * @returns the cooldowns that begin with it
   */
  turnIntoFailure(place: number, attempt: Try): Promise<Cooldown[]>;
  /** Gives a place back and clears the counter of the address. */
  clearAddress(place: number, address: string): Promise<void>;
  /** Gives a place back. */
  leavePlace(place: number): Promise<void>;
  /** Deletes the failures that no tier counts any more, and the places that processes which died left behind. */
  deleteExpired(): Promise<void>;
}

export function createLedger(em: SqlEntityManager, clock: Clock): LoginLedger {
  const failureAges = createAges(clock);
  const attemptAges = createAges(clock);

  async function failuresIn(tx: SqlEntityManager): Promise<Aged[]> {
    const rows = kyselyOf(tx).selectFrom('login_failures').select(['key', 'address', 'subnet', 'at']).orderBy('key');
    return failureAges(await rows.execute());
  }

  /** The failures that a tier may count; the others are deleted. */
  async function currentIn(tx: SqlEntityManager): Promise<Aged[]> {
    const [current, expired] = split(await failuresIn(tx), KEPT);
    if (expired.length > 0) await tx.nativeDelete(LoginFailure, { key: { $in: keysOf(expired) } });
    return current;
  }

  /** What is still being checked; what a process that died left behind is deleted. */
  async function pendingIn(tx: SqlEntityManager): Promise<Aged[]> {
    const rows = kyselyOf(tx).selectFrom('login_attempts').select(['key', 'address', 'subnet', 'at']);
    const [pending, leftBehind] = split(attemptAges(await rows.execute()), CHECKING);
    if (leftBehind.length > 0) await tx.nativeDelete(LoginAttempt, { key: { $in: keysOf(leftBehind) } });
    return pending;
  }

  function split(rows: Aged[], most: number): [young: Aged[], old: Aged[]] {
    const oldest = clock.monotonic() - most;
    return [rows.filter(({ at }) => at > oldest), rows.filter(({ at }) => at <= oldest)];
  }

  return {
    failures: () => failuresIn(em.fork()),
    keepPlace: (attempt) =>
      inTurn(em, async (tx) => {
        const wait = waitOf(attempt, await failuresIn(tx), await pendingIn(tx));
        return wait > 0 ? { wait } : { place: await tx.insert(LoginAttempt, { ...attempt, at: timestamp(clock) }) };
      }),
    turnIntoFailure: (place, { address, subnet }) =>
      inTurn(em, async (tx) => {
        await tx.nativeDelete(LoginAttempt, { key: place });
        const failures = await currentIn(tx);
        await tx.insert(LoginFailure, { address, subnet, at: timestamp(clock) });
        return cooldownsBegun([...failures, { address, subnet, at: clock.monotonic() }]);
      }),
    clearAddress: (place, address) =>
      inTurn(em, async (tx) => {
        await tx.nativeDelete(LoginAttempt, { key: place });
        await tx.nativeUpdate(LoginFailure, { address }, { address: null });
      }),
    leavePlace: (place) =>
      inTurn(em, async (tx) => {
        await tx.nativeDelete(LoginAttempt, { key: place });
      }),
    deleteExpired: () =>
      inTurn(em, async (tx) => {
        await currentIn(tx);
        await pendingIn(tx);
      }),
  };
}

/**
 * Forgets every failed sign-in, and so ends every cooldown, in all processes.
 *
 * @returns how many there were
 */
export function forgetFailures(em: SqlEntityManager): Promise<number> {
  return inTurn(em, (tx) => tx.nativeDelete(LoginFailure, {}));
}

/**
 * A transaction that no other one of these runs beside, in whichever process: else a place that turns into a failure
 * between two statements would be counted by neither.
 */
function inTurn<T>(em: SqlEntityManager, work: (tx: SqlEntityManager) => Promise<T>): Promise<T> {
  return em.fork().transactional(
    async (tx) => {
      await takeTurn(tx, 'login');
      return work(tx);
    },
    // To see what was committed while this one waited for its turn.
    { isolationLevel: IsolationLevel.READ_COMMITTED },
  );
}

function keysOf(rows: Aged[]): number[] {
  return rows.map(({ key }) => key);
}
