import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../entities/kysely.ts';
import { timestamp } from '../base/clock.ts';
import type { CallContext } from '../core/context.ts';
import { countRows } from '../data/count-rows.ts';
import { appError, type AppError } from '../base/errors.ts';
import { recordTag } from '../data/record.ts';
import { BEGIN_MAILING_JOB } from '../posts/mailing/start.ts';
import { DELIVERY_JOB } from '../webhooks/put.ts';
import type { JobShape, ListInput } from './schemas.ts';

/** The jobs of one kind. */
export interface JobCount {
  kind: string;
  waiting: number;
  failed: number;
  /** When the first waiting job may run; null without any. */
  firstAt: string | null;
}

/** Counts the jobs of each kind. */
export async function countJobs(em: SqlEntityManager): Promise<JobCount[]> {
  const rows = await kyselyOf(em)
    .selectFrom('jobs')
    .select(['kind', 'state'])
    .select(({ fn }) => [fn.countAll().as('count'), fn.min('run_at').as('firstAt')])
    .groupBy(['kind', 'state'])
    .execute();
  return [...new Set(rows.map(({ kind }) => kind))].map((kind) => {
    const of = (state: string) => rows.find((row) => row.kind === kind && row.state === state);
    const waiting = of('waiting');
    return {
      kind,
      waiting: Number(waiting?.count ?? 0),
      failed: Number(of('failed')?.count ?? 0),
      firstAt: waiting?.firstAt ?? null,
    };
  });
}

/** A page of the jobs, failed ones first, and their number. */
export async function listJobs(
  ctx: CallContext,
  { page, pageSize, state }: ListInput,
): Promise<{ jobs: JobShape[]; total: number } & Summary> {
  const db = kyselyOf(ctx.em);
  const all = db.selectFrom('jobs').$if(state !== undefined, (jobs) => jobs.where('state', '=', state!));
  const rows = await all
    .select(['id', 'kind', 'data', 'state', 'attempts', 'reason', 'lane', 'run_at', 'created_at'])
    .orderBy('state')
    .orderBy('run_at')
    .orderBy('id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  const slugs = await readSlugs(ctx, rows.map(jobPost));
  const hosts = await hostsOf(ctx, rows);
  return {
    jobs: rows.map(({ data, lane, run_at, created_at, ...row }) => ({
      ...row,
      subject: slugs.get(jobPost({ ...row, data })) ?? hosts.get(lane ?? '') ?? null,
      runAt: run_at,
      createdAt: created_at,
    })),
    total: await countRows(all),
    ...summarize(await countJobs(ctx.em), timestamp(ctx.clock)),
  };
}

interface Summary {
  waiting: number;
  failed: number;
  /** When the first job that is due became due; null if none is. */
  dueSince: string | null;
}

function summarize(counts: readonly JobCount[], now: string): Summary {
  const sum = (name: 'waiting' | 'failed') => counts.reduce((total, count) => total + count[name], 0);
  const [first = null] = counts.flatMap(({ firstAt }) => firstAt ?? []).toSorted();
  return { waiting: sum('waiting'), failed: sum('failed'), dueSince: first !== null && first <= now ? first : null };
}

/** The key of the post of a job; 0 if it has none. */
function jobPost({ kind, data }: { kind: string; data: string }): number {
  return kind === 'publish' || kind === BEGIN_MAILING_JOB ? (JSON.parse(data) as { key: number }).key : 0;
}

async function readSlugs(ctx: CallContext, keys: number[]): Promise<Map<number, string>> {
  const wanted = keys.filter((key) => key > 0);
  if (wanted.length === 0) return new Map();
  const rows = await kyselyOf(ctx.em).selectFrom('posts').select(['key', 'slug']).where('key', 'in', wanted).execute();
  return new Map(rows.map(({ key, slug }) => [key, slug]));
}

/** The hosts of webhooks whose deliveries are among the jobs; the rest of a URL may be secret. */
async function hostsOf(
  ctx: CallContext,
  rows: readonly { kind: string; lane: string | null }[],
): Promise<Map<string, string>> {
  const ids = rows.flatMap(({ kind, lane }) => (kind === DELIVERY_JOB && lane !== null ? [lane] : []));
  if (ids.length === 0) return new Map();
  const found = await kyselyOf(ctx.em).selectFrom('webhooks').select(['id', 'url']).where('id', 'in', ids).execute();
  return new Map(found.map(({ id, url }) => [id, new URL(url).host]));
}

/**
 * Retries a failed job immediately.
 *
 * @throws NOT_FOUND
 */
export async function retryJob(ctx: CallContext, id: string): Promise<void> {
  await ctx.em.fork().transactional(async (tx) => {
    const { numUpdatedRows } = await kyselyOf(tx)
      .updateTable('jobs')
      .set({ state: 'waiting', attempts: 0, run_at: timestamp(ctx.clock), locked_until: null })
      .where('id', '=', id)
      .where('state', '=', 'failed')
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) throw noFailedJob();
    recordTag(tx, 'jobs');
  });
}

/**
 * Deletes a failed job.
 *
 * @throws NOT_FOUND
 */
export async function removeJob(ctx: CallContext, id: string): Promise<void> {
  const failed = kyselyOf(ctx.em).deleteFrom('jobs').where('id', '=', id).where('state', '=', 'failed');
  const { numDeletedRows } = await failed.executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw noFailedJob();
}

function noFailedJob(): AppError {
  return appError('NOT_FOUND', 'There is no failed job with this id.');
}
