import type { SqlEntityManager } from '@mikro-orm/sql';
import type { Selectable } from 'kysely';

import type { Tables } from '../../entities/index.ts';
import { kyselyOf } from '../../entities/kysely.ts';
import { timestamp, type Clock } from '../base/clock.ts';
import { appError } from '../base/errors.ts';
import { besideDeed } from '../data/audit.ts';
import { recordTag } from '../data/record.ts';
import { putJob } from '../data/queue.ts';
import { lockExclusively } from '../data/exclusive-lock.ts';

/** A path that nothing else takes until it is used or given up. */
export interface Reservation {
  path: string;
  jobId: string;
}

/** The process that a reservation belongs to, as text. */
export type Owner = string;

/** Milliseconds that a file may take to get its place. */
const RESERVED_MS = 60 * 60_000;
/** The key of the job that removes a file, and that reserves its path until then. */
const reservationKey = (path: string) => `media:${path}`;

/**
 * Chooses a path and reserves it with a job that removes what is stored there, unless `addFile` or `exchangeFile` comes
 * first. So a file that got its place in a process that then ended is removed.
 *
 * @param name letters, digits and hyphens
 * @param owner the process; the next start checks whether it is gone
 */
export function reservePath(
  em: SqlEntityManager,
  clock: Clock,
  { name, hash, extension }: { name: string; hash: string; extension: string },
  owner: Owner,
): Promise<Reservation> {
  const [year = '', month = ''] = timestamp(clock).split('-');
  return besideDeed(() =>
    em.fork().transactional(async (tx) => {
      await lockExclusively(tx, 'media');
      for (let number = 1; ; number++) {
        const numbered = number === 1 ? name : `${name}-${number}`;
        const path = `${year}/${month}/${numbered}-${hash.slice(0, 8)}.${extension}`;
        if (!(await isTaken(tx, path))) return reserve(tx, clock, path, owner);
      }
    }),
  );
}

/**
 * Reserves the path that a file of an archive has. An earlier attempt that ended need not be removed first: its file is
 * the same.
 *
 * @throws MEDIA_EXISTS when a file has it, SERVICE_UNAVAILABLE while it is reserved, or its file is being removed
 */
export function reserveOwnPath(em: SqlEntityManager, clock: Clock, path: string, owner: Owner): Promise<Reservation> {
  return em.fork().transactional(async (tx) => {
    await lockExclusively(tx, 'media');
    if (await isUsed(tx, path)) throw appError('MEDIA_EXISTS', `There is already a file at /media/${path}.`);
    const removal = await findRemoval(tx, path);
    if (removal && isUnderWay(removal, clock)) {
      throw appError('SERVICE_UNAVAILABLE', `Another attempt to store /media/${path} has not ended; try again.`, {
        retryAfter: 5,
      });
    }
    return reserve(tx, clock, path, owner);
  });
}

async function reserve(tx: SqlEntityManager, clock: Clock, path: string, owner: Owner): Promise<Reservation> {
  const runAt = timestamp(clock, RESERVED_MS);
  const jobId = await putJob(tx, clock, {
    kind: 'media.remove',
    data: { path, owner },
    key: reservationKey(path),
    runAt,
  });
  return { path, jobId };
}

/** Paths of files, of those that are to be removed, and of those that were replaced. */
async function isTaken(tx: SqlEntityManager, path: string): Promise<boolean> {
  return (await isUsed(tx, path)) || (await findRemoval(tx, path)) !== undefined;
}

/** Paths of files, and of those that were replaced. */
async function isUsed(tx: SqlEntityManager, path: string): Promise<boolean> {
  const db = kyselyOf(tx);
  const used = await db
    .selectFrom('media')
    .select('path')
    .where('path', '=', path)
    .unionAll(db.selectFrom('media_redirects').select('path').where('path', '=', path))
    .execute();
  return used.length > 0;
}

type Removal = Pick<Selectable<Tables['jobs']>, 'data' | 'run_at' | 'locked_until'>;

function findRemoval(tx: SqlEntityManager, path: string): Promise<Removal | undefined> {
  return kyselyOf(tx)
    .selectFrom('jobs')
    .select(['data', 'run_at', 'locked_until'])
    .where('key', '=', reservationKey(path))
    .executeTakeFirst();
}

/** Whether a job is the reservation of an upload that has not ended, or removes the file now. */
function isUnderWay({ data, run_at: runAt, locked_until: lockedUntil }: Removal, clock: Clock): boolean {
  const { owner } = JSON.parse(data) as { owner?: Owner };
  return lockedUntil !== null || (owner !== undefined && runAt > timestamp(clock));
}

/** Removes a file by a job, once the transaction is committed. */
export async function removeNow(tx: SqlEntityManager, clock: Clock, path: string): Promise<void> {
  await putJob(tx, clock, { kind: 'media.remove', data: { path }, key: reservationKey(path) });
}

/** Gives up a reservation whose file is not needed. */
export async function giveUp(em: SqlEntityManager, clock: Clock, { path }: Reservation): Promise<void> {
  await besideDeed(() => em.fork().transactional((tx) => removeNow(tx, clock, path)));
}

/**
 * Ends a reservation whose file gets its record. A job that has begun, or is due, may remove the file at any moment.
 *
 * @throws SERVICE_UNAVAILABLE when the reservation is over
 */
export async function endReservation(tx: SqlEntityManager, clock: Clock, { jobId }: Reservation): Promise<void> {
  const { numDeletedRows } = await kyselyOf(tx)
    .deleteFrom('jobs')
    .where('id', '=', jobId)
    .where('attempts', '=', 0)
    .where('run_at', '>', timestamp(clock))
    .executeTakeFirst();
  if (numDeletedRows !== 1n)
    throw appError('SERVICE_UNAVAILABLE', 'Storing the file took too long.', { retryAfter: 5 });
}

/**
 * Removes, by jobs, the files of unfinished uploads whose process is gone, and those that could not be removed before.
 *
 * @param isGone whether the owner of a reservation is gone
 */
export async function removeAbandoned(
  em: SqlEntityManager,
  clock: Clock,
  isGone: (owner: Owner) => boolean,
): Promise<void> {
  await em.fork().transactional(async (tx) => {
    const db = kyselyOf(tx);
    const removals = db.selectFrom('jobs').select(['id', 'data', 'state']).where('kind', '=', 'media.remove');
    const rows = await removals
      .where(({ or, eb }) => or([eb('run_at', '>', timestamp(clock)), eb('state', '=', 'failed')]))
      .execute();
    for (const { id, data, state } of rows) {
      const { owner } = JSON.parse(data) as { owner?: Owner };
      if (state === 'waiting' && (owner === undefined || !isGone(owner))) continue;
      await db
        .updateTable('jobs')
        .set({ run_at: timestamp(clock), state: 'waiting', attempts: 0 })
        .where('id', '=', id)
        .execute();
      recordTag(tx, 'jobs');
    }
  });
}
