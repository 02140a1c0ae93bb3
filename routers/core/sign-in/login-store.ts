import { IsolationLevel } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../../entities/kysely.ts';
import { LoginAttempt } from '../../../entities/login-attempt.ts';
import { LoginFailure } from '../../../entities/login-failure.ts';
import { timestamp, type Clock } from '../../base/clock.ts';
import { lockExclusively } from '../../data/exclusive-lock.ts';
import { createTimeConverter, type StoredAttempt } from './login-times.ts';
import {
  PENDING_TIMEOUT_MS,
  findStartedCooldowns,
  RETENTION_MS,
  waitFor,
  type Cooldown,
  type LoginAttemptRecord,
} from './login-tiers.ts';

/** Pending and failed sign-ins, shared by all processes on one database. */
export interface LoginStore {
  /** The stored failures, in chronological order. */
  failures(): Promise<readonly LoginAttemptRecord[]>;
  /**
   * Reserves an attempt, atomically across all processes.
   *
   * @returns the key of the reservation, or the milliseconds to wait
   */
  reserve(attempt: LoginAttemptRecord & { address: string }): Promise<{ reservation: number } | { wait: number }>;
  /**
   * Replaces a reservation by a failure.
   *
   * @returns the cooldowns that it starts
   */
  recordFailure(reservation: number, attempt: LoginAttemptRecord): Promise<Cooldown[]>;
  /** Releases a reservation and clears the counter of the address. */
  recordSuccess(reservation: number, address: string): Promise<void>;
  /** Releases a reservation. */
  release(reservation: number): Promise<void>;
  /** Deletes failures that no tier counts any more, and reservations of processes that died. */
  deleteExpired(): Promise<void>;
}

export function createLoginStore(em: SqlEntityManager, clock: Clock): LoginStore {
  const convertFailures = createTimeConverter(clock);
  const convertAttempts = createTimeConverter(clock);

  async function loadFailures(tx: SqlEntityManager): Promise<StoredAttempt[]> {
    const rows = kyselyOf(tx).selectFrom('login_failures').select(['key', 'address', 'subnet', 'at']).orderBy('key');
    return convertFailures(await rows.execute());
  }

  /** The failures that a tier may count; deletes the others. */
  async function loadCurrent(tx: SqlEntityManager): Promise<StoredAttempt[]> {
    const [current, expired] = split(await loadFailures(tx), RETENTION_MS);
    if (expired.length > 0) await tx.nativeDelete(LoginFailure, { key: { $in: attemptKeys(expired) } });
    return current;
  }

  /** The attempts that are being checked; deletes those of processes that died. */
  async function loadPending(tx: SqlEntityManager): Promise<StoredAttempt[]> {
    const rows = kyselyOf(tx).selectFrom('login_attempts').select(['key', 'address', 'subnet', 'at']);
    const [pending, expired] = split(convertAttempts(await rows.execute()), PENDING_TIMEOUT_MS);
    if (expired.length > 0) await tx.nativeDelete(LoginAttempt, { key: { $in: attemptKeys(expired) } });
    return pending;
  }

  function split(rows: StoredAttempt[], maxAge: number): [recent: StoredAttempt[], old: StoredAttempt[]] {
    const oldest = clock.monotonic() - maxAge;
    return [rows.filter(({ at }) => at > oldest), rows.filter(({ at }) => at <= oldest)];
  }

  return {
    failures: () => loadFailures(em.fork()),
    reserve: (attempt) =>
      inLoginLock(em, async (tx) => {
        const wait = waitFor(attempt, await loadFailures(tx), await loadPending(tx));
        return wait > 0
          ? { wait }
          : { reservation: await tx.insert(LoginAttempt, { ...attempt, at: timestamp(clock) }) };
      }),
    recordFailure: (reservation, { address, subnet }) =>
      inLoginLock(em, async (tx) => {
        await tx.nativeDelete(LoginAttempt, { key: reservation });
        const failures = await loadCurrent(tx);
        await tx.insert(LoginFailure, { address, subnet, at: timestamp(clock) });
        return findStartedCooldowns([...failures, { address, subnet, at: clock.monotonic() }]);
      }),
    recordSuccess: (reservation, address) =>
      inLoginLock(em, async (tx) => {
        await tx.nativeDelete(LoginAttempt, { key: reservation });
        await tx.nativeUpdate(LoginFailure, { address }, { address: null });
      }),
    release: (reservation) =>
      inLoginLock(em, async (tx) => {
        await tx.nativeDelete(LoginAttempt, { key: reservation });
      }),
    deleteExpired: () =>
      inLoginLock(em, async (tx) => {
        await loadCurrent(tx);
        await loadPending(tx);
      }),
  };
}

/**
 * Deletes every failed sign-in, which ends every cooldown in all processes.
 *
 * @param note called in the transaction, unless there are none
 * @returns their number
 */
export function clearFailures(em: SqlEntityManager, note: (tx: SqlEntityManager) => Promise<void>): Promise<number> {
  return inLoginLock(em, async (tx) => {
    const deleted = await tx.nativeDelete(LoginFailure, {});
    if (deleted > 0) await note(tx);
    return deleted;
  });
}

/**
 * Runs a transaction that excludes all others of its kind, in every process. Otherwise a reservation that becomes a
 * failure between two statements might be counted by neither.
 */
function inLoginLock<T>(em: SqlEntityManager, work: (tx: SqlEntityManager) => Promise<T>): Promise<T> {
  return em.fork().transactional(
    async (tx) => {
      await lockExclusively(tx, 'login');
      return work(tx);
    },
    // To see what was committed while this transaction waited for the lock.
    { isolationLevel: IsolationLevel.READ_COMMITTED },
  );
}

function attemptKeys(rows: StoredAttempt[]): number[] {
  return rows.map(({ key }) => key);
}
