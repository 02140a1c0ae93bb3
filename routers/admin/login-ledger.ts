import { IsolationLevel } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../entities/kysely.ts';
import { LoginAttempt } from '../../entities/login-attempt.ts';
import { LoginFailure } from '../../entities/login-failure.ts';
import { takeTurn } from '../turn.ts';
import { CHECKING, KEPT, MEMORY, refusalOf, type Try } from './login-tiers.ts';

// What the processes on one database know together of sign-ins that are being checked, and of those that failed.

/** The failures that still matter, in the order in which they happened. */
export async function loadFailures(em: SqlEntityManager, now: number): Promise<Try[]> {
  const rows = await kyselyOf(em)
    .selectFrom('login_failures')
    .select(['address', 'subnet', 'at'])
    .where('at', '>', moment(now - KEPT))
    .orderBy('key')
    .execute();
  return rows.map(asTry);
}

/**
 * Keeps a place for an attempt, in one atomic step over all processes.
 *
 * @returns the key of the place
 * @throws RATE_LIMITED
 */
export function keepPlace(em: SqlEntityManager, attempt: Try & { address: string }): Promise<number> {
  return inTurn(em, async (tx) => {
    const refused = refusalOf(attempt, await loadFailures(tx, attempt.at), await loadPending(tx));
    if (refused) throw refused;
    await tx.nativeDelete(LoginAttempt, { at: { $lte: moment(attempt.at - CHECKING) } });
    return tx.insert(LoginAttempt, { ...attempt, at: moment(attempt.at) });
  });
}

/**
 * Turns a place into a failure.
 *
 * @returns how many failures the site now has
 */
export function turnIntoFailure(em: SqlEntityManager, place: number, failure: Try): Promise<number> {
  return inTurn(em, async (tx) => {
    await tx.nativeDelete(LoginAttempt, { key: place });
    await tx.nativeDelete(LoginFailure, { at: { $lte: moment(failure.at - KEPT) } });
    await tx.insert(LoginFailure, { ...failure, at: moment(failure.at) });
    return tx.count(LoginFailure, { at: { $gt: moment(failure.at - MEMORY) } });
  });
}

/** Gives a place back and clears the counter of the address. */
export function clearAddress(em: SqlEntityManager, place: number, address: string): Promise<void> {
  return inTurn(em, async (tx) => {
    await tx.nativeDelete(LoginAttempt, { key: place });
    await tx.nativeUpdate(LoginFailure, { address }, { address: null });
  });
}

/** Gives a place back. */
export function leavePlace(em: SqlEntityManager, place: number): Promise<void> {
  return inTurn(em, async (tx) => {
    await tx.nativeDelete(LoginAttempt, { key: place });
  });
}

async function loadPending(tx: SqlEntityManager): Promise<Try[]> {
  const rows = await kyselyOf(tx).selectFrom('login_attempts').select(['address', 'subnet', 'at']).execute();
  return rows.map(asTry);
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

function asTry({ address, subnet, at }: { address: string | null; subnet: string; at: string }): Try {
  return { address, subnet, at: Date.parse(at) };
}

function moment(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
