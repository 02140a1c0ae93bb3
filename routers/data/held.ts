import type { SqlEntityManager } from '@mikro-orm/sql';
import type { ExpressionBuilder } from 'kysely';

import type { Tables } from '../../entities/index.ts';
import { kyselyOf } from '../../entities/kysely.ts';
import { timestamp, type Clock } from '../base/clock.ts';

/** The lease of a job in milliseconds. */
export const LEASE = 10_000;

/**
 * A job that an instance has taken. The next one to take it has a higher number, so an instance that was stopped, or slower
 * than its lease, changes nothing that is another's.
 */
export interface HeldJob {
  id: string;
  /** How often the job was taken. */
  fence: number;
}

/** The job, as long as its instance has it: neither taken by another one, nor ended, nor replaced. */
export function whereHeld({ id, fence }: HeldJob) {
  return ({ and, eb }: ExpressionBuilder<Tables, 'jobs'>) =>
    and([eb('jobs.id', '=', id), eb('jobs.fence', '=', fence), eb('jobs.locked_until', 'is not', null)]);
}

/** Extends the lease; in a transaction, no other instance takes the job before its end. @returns false if it is lost */
export async function renewLease(em: SqlEntityManager, clock: Clock, job: HeldJob): Promise<boolean> {
  const { numUpdatedRows } = await kyselyOf(em)
    .updateTable('jobs')
    .set({ locked_until: timestamp(clock, LEASE) })
    .where(whereHeld(job))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
