import { kyselyOf } from '../../entities/kysely.ts';
import { timestamp } from '../clock.ts';
import type { CallContext } from '../context.ts';
import { appError, type AppError } from '../errors.ts';
import { recordTag } from '../events/record.ts';
import type { JobShape, ListInput } from './schemas.ts';

/** A page of the jobs, failed ones first. */
export async function listJobs(
  ctx: CallContext,
  { page, pageSize, state }: ListInput,
): Promise<{ jobs: JobShape[]; total: number }> {
  const db = kyselyOf(ctx.em);
  const all = db.selectFrom('jobs').$if(state !== undefined, (jobs) => jobs.where('state', '=', state!));
  const rows = await all
    .select(['id', 'kind', 'data', 'state', 'attempts', 'reason', 'run_at', 'created_at'])
    .orderBy('state')
    .orderBy('run_at')
    .orderBy('id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  const { total } = await all.select(({ fn }) => fn.countAll().as('total')).executeTakeFirstOrThrow();
  const slugs = await slugsOf(ctx, rows.map(postIn));
  return {
    jobs: rows.map(({ data, run_at, created_at, ...row }) => ({
      ...row,
      subject: slugs.get(postIn({ ...row, data })) ?? null,
      runAt: run_at,
      createdAt: created_at,
    })),
    total: Number(total),
  };
}

/** The key of the post that a job is about; 0 for none. */
function postIn({ kind, data }: { kind: string; data: string }): number {
  return kind === 'publish' ? (JSON.parse(data) as { key: number }).key : 0;
}

async function slugsOf(ctx: CallContext, keys: number[]): Promise<Map<number, string>> {
  const wanted = keys.filter((key) => key > 0);
  if (wanted.length === 0) return new Map();
  const rows = await kyselyOf(ctx.em).selectFrom('posts').select(['key', 'slug']).where('key', 'in', wanted).execute();
  return new Map(rows.map(({ key, slug }) => [key, slug]));
}

/**
 * Lets a failed job run again, at once.
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
