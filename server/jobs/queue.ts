import { SqlitePlatform, type SqlEntityManager } from '@mikro-orm/sql';
import type { ExpressionBuilder } from 'kysely';

import type { Tables } from '../../entities/index.ts';
import { kyselyOf } from '../../entities/kysely.ts';
import { timestamp, type Clock } from '../../routers/clock.ts';

/** Milliseconds for which an instance has a job to itself, unless it asks for longer. */
export const LEASE = 10_000;
/** Milliseconds by which the clocks of two instances may differ. */
const SKEW = 10_000;
/** Milliseconds that a job waits after a failed attempt: twice as long each time, between the first and the longest. */
const PAUSE = { first: 1000, longest: 60 * 60_000 };

/** A job that this instance has. */
export interface TakenJob {
  id: string;
  kind: string;
  data: string;
  attempts: number;
  /** The value of the lease; an instance that has taken the job over has another one. */
  lockedUntil: string;
}

/** Milliseconds since 1970 at which the next job of these kinds is due; Infinity when none waits. */
export async function nextDue(em: SqlEntityManager, kinds: readonly string[]): Promise<number> {
  const db = kyselyOf(em);
  const waiting = db.selectFrom('jobs').where('state', '=', 'waiting').where('kind', 'in', kinds);
  const free = waiting.where('locked_until', 'is', null).select(({ fn }) => fn.min<string | null>('run_at').as('at'));
  const held = waiting
    .where('locked_until', 'is not', null)
    .select(({ fn }) => fn.min<string | null>('locked_until').as('at'));
  const rows = await free.unionAll(held).execute();
  return Math.min(Infinity, ...rows.flatMap(({ at }) => (at === null ? [] : [Date.parse(at)])));
}

/** Takes jobs of these kinds that are due, those that have waited longest first. Of two instances at once, one gets each. */
export async function takeJobs(
  em: SqlEntityManager,
  clock: Clock,
  kinds: readonly string[],
  most: number,
): Promise<TakenJob[]> {
  const db = kyselyOf(em);
  const due = db
    .selectFrom('jobs')
    .select('id')
    .where('state', '=', 'waiting')
    .where('kind', 'in', kinds)
    .where(isDue(clock))
    .orderBy('run_at')
    .limit(most);
  // Usually there is none: a look writes nothing.
  if ((await due.execute()).length === 0) return [];
  const lockedUntil = after(clock, LEASE);
  const isPostgres = !(em.getPlatform() instanceof SqlitePlatform);
  return db
    .updateTable('jobs')
    .set(({ eb }) => ({ locked_until: lockedUntil, attempts: eb('attempts', '+', 1) }))
    .where('id', 'in', isPostgres ? due.forUpdate().skipLocked() : due)
    .returning(['id', 'kind', 'data', 'attempts', 'locked_until as lockedUntil'])
    .$narrowType<{ lockedUntil: string }>()
    .execute();
}

/** A wall clock that was set back makes no lease and no pause much longer than they are. */
function isDue(clock: Clock) {
  return ({ and, or, eb }: ExpressionBuilder<Tables, 'jobs'>) =>
    or([
      and([eb('locked_until', 'is', null), eb('run_at', '<=', timestamp(clock))]),
      and([
        eb('locked_until', 'is', null),
        eb('attempts', '>', 0),
        eb('run_at', '>', after(clock, PAUSE.longest + SKEW)),
      ]),
      eb('locked_until', '<=', timestamp(clock)),
      eb('locked_until', '>', after(clock, LEASE + SKEW)),
    ]);
}

/** Keeps a job for longer. @returns null when somebody else has it, or it was replaced */
export async function renewLease(em: SqlEntityManager, clock: Clock, job: TakenJob): Promise<TakenJob | null> {
  const lockedUntil = after(clock, LEASE);
  const { numUpdatedRows } = await held(em, job, { locked_until: lockedUntil });
  return numUpdatedRows === 1n ? { ...job, lockedUntil } : null;
}

/** Takes a job that is done out of the queue, unless it was replaced. */
export async function finishJob(em: SqlEntityManager, { id, lockedUntil }: TakenJob): Promise<void> {
  await kyselyOf(em).deleteFrom('jobs').where('id', '=', id).where('locked_until', '=', lockedUntil).execute();
}

/** Gives a job back as it was, for when it was interrupted. */
export async function giveJobBack(em: SqlEntityManager, job: TakenJob): Promise<void> {
  await held(em, job, { locked_until: null, attempts: job.attempts - 1 });
}

/** Lets a failed job wait for its next attempt. */
export async function postponeJob(em: SqlEntityManager, clock: Clock, job: TakenJob, reason: string): Promise<void> {
  const pause = Math.min(PAUSE.longest, PAUSE.first * 2 ** (job.attempts - 1));
  // Jobs that failed together are not tried again together.
  const runAt = after(clock, pause * (0.5 + Math.random() / 2));
  await held(em, job, { locked_until: null, run_at: runAt, reason });
}

/** Gives a job up: it is kept with its reason. */
export async function failJob(em: SqlEntityManager, job: TakenJob, reason: string): Promise<void> {
  await held(em, job, { locked_until: null, state: 'failed', reason });
}

interface Columns {
  locked_until: string | null;
  attempts?: number;
  run_at?: string;
  state?: 'failed';
  reason?: string;
}

function held(em: SqlEntityManager, { id, lockedUntil }: TakenJob, columns: Columns) {
  const update = kyselyOf(em).updateTable('jobs').set(columns).where('id', '=', id);
  return update.where('locked_until', '=', lockedUntil).executeTakeFirst();
}

function after(clock: Clock, milliseconds: number): string {
  return timestamp({ now: () => clock.now() + milliseconds });
}
