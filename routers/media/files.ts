import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../entities/kysely.ts';
import type { MediaKind } from '../../entities/media.ts';
import { timestamp, type Clock } from '../clock.ts';
import { appError } from '../errors.ts';
import { recordTag } from '../events/record.ts';
import { putJob } from '../jobs/queue.ts';
import { newId } from '../new-id.ts';
import { lockExclusively } from '../exclusive-lock.ts';

/** What a stored file is. */
export interface FileFacts {
  mime: string;
  kind: MediaKind;
  bytes: number;
  width: number | null;
  height: number | null;
  /** SHA-256 of the file as it was sent, in hexadecimal. */
  hash: string;
  /** The widths of smaller versions that are to be made. */
  widths: readonly number[];
}

/** What the owner writes about a file. */
export interface Texts {
  name: string;
  alt: string;
}

/** What a file of an archive keeps. */
interface Archived {
  id?: string;
  created_at?: string;
  /** Where it was before it was replaced. */
  formerPaths?: readonly string[];
}

/** A path that nothing else takes until it is used or given up. */
export interface Reservation {
  path: string;
  jobId: string;
}

/** The process that a reservation belongs to, as text. */
export type Owner = string;

/** Milliseconds that a file may take to get its place. */
const RESERVED_MS = 60 * 60_000;
/** How a file is removed: the job that does it also reserves its path. */
const keyOf = (path: string) => `media:${path}`;
/** The URL of a file in texts: without host and base path. */
export const urlOfPath = (path: string) => `/media/${path}`;
const UPLOAD_URL = /^\/media\/(\d{4}\/\d{2}\/[a-z0-9-]+\.[a-z0-9]{2,4})(?=[?#]|$)/;
/** The path in a URL that an upload may have; undefined for every other URL. */
export const pathInUrl = (url: string) => UPLOAD_URL.exec(url)?.[1];
/** The tag of responses that show the upload at this path, or would show it. */
export const uploadTag = (path: string) => `media:${path}` as const;

/**
 * Chooses a path and reserves it with a job that removes what is stored there, unless `addFile` or `replaceFile` comes first.
 * So a file that got its place in a process that then ended is removed.
 *
 * @param name letters, digits and hyphens
 * @param owner by which the next start knows that the process is gone
 */
export function reservePath(
  em: SqlEntityManager,
  clock: Clock,
  { name, hash, extension }: { name: string; hash: string; extension: string },
  owner: Owner,
): Promise<Reservation> {
  const [year = '', month = ''] = timestamp(clock).split('-');
  return em.fork().transactional(async (tx) => {
    await lockExclusively(tx, 'media');
    for (let number = 1; ; number++) {
      const numbered = number === 1 ? name : `${name}-${number}`;
      const path = `${year}/${month}/${numbered}-${hash.slice(0, 8)}.${extension}`;
      if (!(await isTaken(tx, path))) return reserve(tx, clock, path, owner);
    }
  });
}

/**
 * Reserves the path that a file of an archive has.
 *
 * @throws MEDIA_EXISTS when it is taken
 */
export function reserveOwnPath(em: SqlEntityManager, clock: Clock, path: string, owner: Owner): Promise<Reservation> {
  return em.fork().transactional(async (tx) => {
    await lockExclusively(tx, 'media');
    if (await isTaken(tx, path)) throw appError('MEDIA_EXISTS', `There is a file at /media/${path} already.`);
    return reserve(tx, clock, path, owner);
  });
}

async function reserve(tx: SqlEntityManager, clock: Clock, path: string, owner: Owner): Promise<Reservation> {
  const runAt = timestamp({ now: () => clock.now() + RESERVED_MS });
  const jobId = await putJob(tx, clock, { kind: 'media.remove', data: { path, owner }, key: keyOf(path), runAt });
  return { path, jobId };
}

/** Paths of files, of those that are to be removed, and of those that were replaced. */
async function isTaken(tx: SqlEntityManager, path: string): Promise<boolean> {
  const db = kyselyOf(tx);
  const taken = await db
    .selectFrom('media')
    .select('path')
    .where('path', '=', path)
    .unionAll(db.selectFrom('jobs').select('key as path').where('key', '=', keyOf(path)))
    .unionAll(db.selectFrom('media_redirects').select('path').where('path', '=', path))
    .execute();
  return taken.length > 0;
}

/**
 * Adds a file that is in its place to the library.
 *
 * @returns its id; null when the library has the same bytes already: the file is then removed
 * @throws SERVICE_UNAVAILABLE when the reservation is over
 */
export async function addFile(
  em: SqlEntityManager,
  clock: Clock,
  reservation: Reservation,
  facts: FileFacts,
  { formerPaths = [], ...given }: Texts & Archived,
): Promise<string | null> {
  const record = { id: newId('m', clock), created_at: timestamp(clock), ...given };
  return em.fork().transactional(async (tx) => {
    await lockExclusively(tx, 'media');
    if (await findByHash(tx, facts.hash)) {
      await removeNow(tx, clock, reservation.path);
      return null;
    }
    await endReservation(tx, clock, reservation);
    const db = kyselyOf(tx);
    const row = { ...record, ...columnsOf(reservation.path, facts) };
    const { key: media_key } = await db.insertInto('media').values(row).returning('key').executeTakeFirstOrThrow();
    for (const path of formerPaths) await db.insertInto('media_redirects').values({ path, media_key }).execute();
    recordTag(tx, uploadTag(reservation.path));
    await putSizesJob(tx, clock, reservation.path, facts);
    return record.id;
  });
}

/** Finds the record of the file of which these are the bytes. */
export function findByHash(em: SqlEntityManager, hash: string): Promise<{ id: string; name: string } | undefined> {
  return kyselyOf(em).selectFrom('media').select(['id', 'name']).where('hash', '=', hash).executeTakeFirst();
}

/** Lets a file be removed once the transaction is committed. */
export async function removeNow(tx: SqlEntityManager, clock: Clock, path: string): Promise<void> {
  await putJob(tx, clock, { kind: 'media.remove', data: { path }, key: keyOf(path) });
}

/** Gives up a reservation whose file is not needed. */
export async function giveUp(em: SqlEntityManager, clock: Clock, { path }: Reservation): Promise<void> {
  await em.fork().transactional((tx) => removeNow(tx, clock, path));
}

/** A job that has begun, or is due, may remove the file at any moment. */
async function endReservation(tx: SqlEntityManager, clock: Clock, { jobId }: Reservation): Promise<void> {
  const { numDeletedRows } = await kyselyOf(tx)
    .deleteFrom('jobs')
    .where('id', '=', jobId)
    .where('attempts', '=', 0)
    .where('run_at', '>', timestamp(clock))
    .executeTakeFirst();
  if (numDeletedRows !== 1n)
    throw appError('SERVICE_UNAVAILABLE', 'Storing the file took too long.', { retryAfter: 5 });
}

function columnsOf(path: string, { widths, ...facts }: FileFacts) {
  return { path, url: urlOfPath(path), sizes: widths.length > 0 ? null : '[]', ...facts };
}

async function putSizesJob(tx: SqlEntityManager, clock: Clock, path: string, { widths }: FileFacts): Promise<void> {
  if (widths.length > 0) await putJob(tx, clock, { kind: 'media.sizes', data: { path, widths } });
}

/** Whether the library has a file at this path. */
export async function ownsPath(em: SqlEntityManager, path: string): Promise<boolean> {
  const found = kyselyOf(em).selectFrom('media').select('key').where('path', '=', path);
  return (await found.executeTakeFirst()) !== undefined;
}

/**
 * Notes the smaller versions of a file; responses that show it are made again.
 *
 * @returns false when the library has it no more
 */
export async function noteSizes(em: SqlEntityManager, path: string, widths: readonly number[]): Promise<boolean> {
  return em.transactional(async (tx) => {
    const { numUpdatedRows } = await kyselyOf(tx)
      .updateTable('media')
      .set({ sizes: JSON.stringify(widths) })
      .where('path', '=', path)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows > 0n) recordTag(tx, uploadTag(path));
    return numUpdatedRows > 0n;
  });
}

/**
 * Puts a file that is in its place into the record of another one, whose URLs lead to the new one from then on. The
 * other file is removed once the transaction is committed.
 *
 * @throws SERVICE_UNAVAILABLE when the reservation is over
 */
export async function exchangeFile(
  tx: SqlEntityManager,
  clock: Clock,
  media: { key: number; path: string },
  reservation: Reservation,
  facts: FileFacts & Partial<Texts>,
): Promise<void> {
  await endReservation(tx, clock, reservation);
  const db = kyselyOf(tx);
  await db.insertInto('media_redirects').values({ path: media.path, media_key: media.key }).execute();
  await db.updateTable('media').set(columnsOf(reservation.path, facts)).where('key', '=', media.key).execute();
  for (const path of [media.path, reservation.path]) recordTag(tx, uploadTag(path));
  await removeNow(tx, clock, media.path);
  await putSizesJob(tx, clock, reservation.path, facts);
}

/**
 * Lets the files at once be removed whose upload a process did not finish that is gone, and those that could not be
 * removed before.
 *
 * @param isGone whether the owner of a reservation is
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
