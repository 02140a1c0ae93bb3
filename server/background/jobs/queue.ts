import { SqlitePlatform, type SqlEntityManager } from '@mikro-orm/sql';
import { sql, type ExpressionBuilder } from 'kysely';

import type { Tables } from '../../../entities/index.ts';
import { kyselyOf } from '../../../entities/kysely.ts';
import { timestamp, type Clock } from '../../../routers/base/clock.ts';
import { recordTag } from '../../../routers/data/record.ts';
import { LEASE, whereHeld, type HeldJob } from '../../../routers/data/held.ts';

/** How far the database's clock may be set back before a lease counts as expired, in milliseconds. */
const SKEW = 10_000;
/** The pause after a failed attempt in milliseconds: doubled each time, between the first and the longest. */
const PAUSE = { first: 1000, longest: 60 * 60_000 };

/** The pause of a job that cannot run at the moment. */
const DELAY = 60_000;

/** A job that this instance has taken. */
export interface TakenJob extends HeldJob {
  kind: string;
  data: string;
  lane: string | null;
  attempts: number;
}

/**
 * When the next job of these kinds is due, in milliseconds since 1970; Infinity without any.
 *
 * @param full lanes to ignore
 */
export async function nextDue(em: SqlEntityManager, kinds: readonly string[], full: string[]): Promise<number> {
  const db = kyselyOf(em);
  const waiting = db
    .selectFrom('jobs')
    .where('state', '=', 'waiting')
    .where('kind', 'in', kinds)
    .$if(full.length > 0, (jobs) =>
      jobs.where(({ or, eb }) => or([eb('lane', 'is', null), eb('lane', 'not in', full)])),
    );
  const free = waiting.where('locked_until', 'is', null).select(({ fn }) => fn.min<string | null>('run_at').as('at'));
  const held = waiting
    .where('locked_until', 'is not', null)
    .select(({ fn }) => fn.min<string | null>('locked_until').as('at'));
  const rows = await free.unionAll(held).execute();
  return Math.min(Infinity, ...rows.flatMap(({ at }) => (at === null ? [] : [Date.parse(at)])));
}

/** The lanes with due jobs, except the full ones. */
export async function dueLanes(em: SqlEntityManager, clock: Clock, full: string[]): Promise<string[]> {
  const rows = await kyselyOf(em)
    .selectFrom('jobs')
    .select('lane')
    .distinct()
    .where('lane', 'is not', null)
    .$if(full.length > 0, (jobs) => jobs.where('lane', 'not in', full))
    .where('state', '=', 'waiting')
    .where(isDue(clock))
    .$narrowType<{ lane: string }>()
    .execute();
  return rows.map(({ lane }) => lane);
}

/** The jobs that an instance has room for. */
interface Wanted {
  kinds: readonly string[];
  /** Only jobs of this lane; null: jobs without a lane. */
  lane: string | null;
  most: number;
}

/** Takes due jobs, oldest first. Concurrent instances never take the same job. */
export async function takeJobs(em: SqlEntityManager, clock: Clock, { kinds, lane, most }: Wanted): Promise<TakenJob[]> {
  const db = kyselyOf(em);
  const due = db
    .selectFrom('jobs')
    .select('id')
    .where('state', '=', 'waiting')
    .where('kind', 'in', kinds)
    .where('lane', lane === null ? 'is' : '=', lane)
    .where(isDue(clock))
    .orderBy('run_at')
    .limit(most);
  // Usually there is none, and this query writes nothing.
  if ((await due.execute()).length === 0) return [];
  const isPostgres = !(em.getPlatform() instanceof SqlitePlatform);
  return (
    db
      .updateTable('jobs')
      .set(({ eb }) => ({
        locked_until: timestamp(clock, LEASE),
        attempts: eb('attempts', '+', 1),
        fence: eb('fence', '+', 1),
      }))
      // PostgreSQL may execute `in (select … limit)` once for each row, and take all.
      .where(
        isPostgres ? sql<boolean>`id = any(array(${due.forUpdate().skipLocked()}))` : ({ eb }) => eb('id', 'in', due),
      )
      .returning(['id', 'kind', 'data', 'lane', 'attempts', 'fence'])
      .execute()
  );
}

/** Ignores leases and pauses that are longer than possible, because the wall clock was set back. */
function isDue(clock: Clock) {
  return ({ and, or, eb }: ExpressionBuilder<Tables, 'jobs'>) =>
    or([
      and([eb('locked_until', 'is', null), eb('run_at', '<=', timestamp(clock))]),
      and([
        eb('locked_until', 'is', null),
        eb('attempts', '>', 0),
        eb('run_at', '>', timestamp(clock, PAUSE.longest + SKEW)),
      ]),
      eb('locked_until', '<=', timestamp(clock)),
      eb('locked_until', '>', timestamp(clock, LEASE + SKEW)),
    ]);
}

/** Deletes a completed job, unless another instance has taken it or it was replaced. */
export function finishJob(em: SqlEntityManager, job: HeldJob): Promise<void> {
  return em.transactional(async (tx) => {
    await kyselyOf(tx).deleteFrom('jobs').where(whereHeld(job)).execute();
    recordTag(tx, 'jobs.ended');
  });
}

/** Releases an interrupted job without changes. */
export async function releaseJob(em: SqlEntityManager, job: TakenJob): Promise<void> {
  await updateTaken(em, job, { locked_until: null, attempts: job.attempts - 1 });
}

/** Puts back a job that cannot run at the moment; the attempt does not count. */
export async function delayJob(em: SqlEntityManager, clock: Clock, job: TakenJob, reason: string): Promise<void> {
  const runAt = timestamp(clock, DELAY);
  await updateTaken(em, job, { locked_until: null, attempts: job.attempts - 1, run_at: runAt, reason });
}

/** Schedules the next attempt of a failed job. */
export async function postponeJob(em: SqlEntityManager, clock: Clock, job: TakenJob, reason: string): Promise<void> {
  const pause = Math.min(PAUSE.longest, PAUSE.first * 2 ** (job.attempts - 1));
  // Adds jitter, so that jobs that failed together are not retried together.
  const runAt = timestamp(clock, pause * (0.5 + Math.random() / 2));
  await updateTaken(em, job, { locked_until: null, run_at: runAt, reason });
}

/** Marks a job as failed permanently, with its reason. */
export function failJob(em: SqlEntityManager, job: TakenJob, reason: string): Promise<void> {
  return em.transactional(async (tx) => {
    await updateTaken(tx, job, { locked_until: null, state: 'failed', reason });
    recordTag(tx, 'jobs.ended');
  });
}

interface Columns {
  locked_until: string | null;
  attempts?: number;
  run_at?: string;
  state?: 'failed';
  reason?: string;
}

/** Changes a job, unless another instance has taken it or it was replaced. */
function updateTaken(em: SqlEntityManager, job: HeldJob, columns: Columns) {
  return kyselyOf(em).updateTable('jobs').set(columns).where(whereHeld(job)).executeTakeFirst();
}
