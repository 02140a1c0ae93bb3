import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../entities/kysely.ts';
import { noteObject } from '../data/audit.ts';
import { timestamp, type Clock } from '../base/clock.ts';
import type { CallContext } from '../core/context.ts';
import { appError } from '../base/errors.ts';
import { lockExclusively } from '../data/exclusive-lock.ts';
import { renewLease, type HeldJob } from '../data/held.ts';
import { dropJobs, putJob } from '../data/queue.ts';
import { newId } from '../base/new-id.ts';
import { mediaWithIds } from './media.ts';

/** The job that fetches files. */
export const FETCH_JOB = 'media.fetch';

/** How long an ended fetch is kept, in milliseconds. */
const KEPT = 7 * 24 * 60 * 60_000;
/** Rows that are inserted by a statement. */
const BATCH_SIZE = 100;

/** The result of a URL: a file of the library, or a sentence. */
export type FetchResult = { mediaId: string } | { error: string };

/**
 * Has files of other hosts fetched in the background.
 *
 * @param urls 1 to 500; repeated ones count once
 * @returns the id of the fetch
 * @throws FETCH_RUNNING
 */
export async function startFetch({ em, clock }: CallContext, urls: readonly string[]): Promise<string> {
  const id = noteObject(newId('mf', clock));
  await em.fork().transactional(async (tx) => {
    await lockExclusively(tx, 'fetches');
    await endForgotten(tx, clock);
    const db = kyselyOf(tx);
    const running = await db.selectFrom('media_fetches').select('id').where('state', '=', 'running').executeTakeFirst();
    if (running) throw appError('FETCH_RUNNING');
    await db
      .insertInto('media_fetches')
      .values({ id, state: 'running', created_at: timestamp(clock) })
      .execute();
    const rows = [...new Set(urls)].map((url, position) => ({ fetch_id: id, position, url }));
    for (let at = 0; at < rows.length; at += BATCH_SIZE) {
      await db
        .insertInto('media_fetch_urls')
        .values(rows.slice(at, at + BATCH_SIZE))
        .execute();
    }
    await putJob(tx, clock, { kind: FETCH_JOB, key: jobKey(id), data: { id } });
  });
  return id;
}

const jobKey = (id: string) => `${FETCH_JOB}:${id}`;

/** A fetch whose job was given up or removed has ended. */
async function endForgotten(tx: SqlEntityManager, clock: Clock): Promise<void> {
  const db = kyselyOf(tx);
  const running = await db.selectFrom('media_fetches').select('id').where('state', '=', 'running').execute();
  for (const { id } of running) {
    const job = db.selectFrom('jobs').select('id').where('key', '=', jobKey(id)).where('state', '=', 'waiting');
    if (!(await job.executeTakeFirst())) await endFetch(tx, clock, id, 'cancelled');
  }
}

/**
 * The state of a fetch, with its results until now.
 *
 * @throws NOT_FOUND
 */
export async function readFetch(ctx: CallContext, id: string) {
  const db = kyselyOf(ctx.em);
  const found = await db.selectFrom('media_fetches').select('state').where('id', '=', id).executeTakeFirst();
  if (!found) throw fetchNotFound();
  const rows = await db
    .selectFrom('media_fetch_urls')
    .select(['url', 'media_id', 'error'])
    .where('fetch_id', '=', id)
    .orderBy('position')
    .execute();
  const ended = rows.filter(({ media_id, error }) => media_id !== null || error !== null);
  const media = await mediaWithIds(ctx, [...new Set(ended.flatMap(({ media_id }) => media_id ?? []))]);
  const byId = new Map(media.map((one) => [one.id, one]));
  const results = ended.map(({ url, media_id, error }) => {
    const file = byId.get(media_id ?? '');
    return { url, ...(file ? { media: file } : { error: error ?? 'The file was deleted since.' }) };
  });
  return { state: found.state, done: ended.length, total: rows.length, results };
}

/**
 * Ends a fetch; one that has ended stays as it is.
 *
 * @throws NOT_FOUND
 */
export async function cancelFetch({ em, clock }: CallContext, id: string): Promise<void> {
  await em.fork().transactional(async (tx) => {
    const found = kyselyOf(tx).selectFrom('media_fetches').select('id').where('id', '=', id);
    if (!(await found.executeTakeFirst())) throw fetchNotFound();
    await dropJobs(tx, [jobKey(id)]);
    await endFetch(tx, clock, id, 'cancelled');
  });
}

/** Ends a fetch if it runs. */
export async function endFetch(
  tx: SqlEntityManager,
  clock: Clock,
  id: string,
  state: 'done' | 'cancelled',
): Promise<void> {
  const ended = { state, ended_at: timestamp(clock) };
  await kyselyOf(tx)
    .updateTable('media_fetches')
    .set(ended)
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute();
}

/** A URL that is still to be fetched. */
export interface WaitingUrl {
  position: number;
  url: string;
  /** How often fetching it began. */
  begun: number;
}

/** The URLs of a running fetch without a result, in order. */
export function waitingUrls(em: SqlEntityManager, id: string): Promise<WaitingUrl[]> {
  return kyselyOf(em)
    .selectFrom('media_fetch_urls')
    .innerJoin('media_fetches', 'media_fetches.id', 'media_fetch_urls.fetch_id')
    .select(['position', 'url', 'begun'])
    .where('fetch_id', '=', id)
    .where('state', '=', 'running')
    .where('media_id', 'is', null)
    .where('error', 'is', null)
    .orderBy('position')
    .execute();
}

/** Notes that fetching a URL begins. @returns false if another instance has the job, or it was cancelled */
export function noteBegin(em: SqlEntityManager, clock: Clock, job: HeldJob, at: UrlOfFetch): Promise<boolean> {
  return whileHeld(em, clock, job, at, (row) => row.set((eb) => ({ begun: eb('begun', '+', 1) })));
}

/** Stores the result of a URL. @returns as `noteBegin` */
export function noteResult(
  em: SqlEntityManager,
  clock: Clock,
  job: HeldJob,
  at: UrlOfFetch & { result: FetchResult },
): Promise<boolean> {
  const { result } = at;
  const columns = 'error' in result ? { error: result.error } : { media_id: result.mediaId };
  return whileHeld(em, clock, job, at, (row) => row.set(columns));
}

interface UrlOfFetch {
  id: string;
  position: number;
}

type Update = ReturnType<typeof updateUrls>;
const updateUrls = (em: SqlEntityManager) => kyselyOf(em).updateTable('media_fetch_urls');

function whileHeld(
  em: SqlEntityManager,
  clock: Clock,
  job: HeldJob,
  { id, position }: UrlOfFetch,
  change: (row: Update) => Update,
): Promise<boolean> {
  return em.fork().transactional(async (tx) => {
    if (!(await renewLease(tx, clock, job))) return false;
    await change(updateUrls(tx)).where('fetch_id', '=', id).where('position', '=', position).execute();
    return true;
  });
}

/** Deletes the fetches that ended more than a week ago, and ends those without a job. */
export async function deleteOldFetches(em: SqlEntityManager, clock: Clock): Promise<void> {
  await em.fork().transactional(async (tx) => {
    await endForgotten(tx, clock);
    await kyselyOf(tx).deleteFrom('media_fetches').where('ended_at', '<', timestamp(clock, -KEPT)).execute();
  });
}

function fetchNotFound() {
  return appError('NOT_FOUND', 'There is no fetch with this id.');
}
