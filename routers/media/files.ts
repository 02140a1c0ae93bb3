import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../entities/kysely.ts';
import type { MediaKind } from '../../entities/media.ts';
import { timestamp, type Clock } from '../base/clock.ts';
import { dropDeed, noteObject } from '../data/audit.ts';
import { recordTag } from '../data/record.ts';
import { putJob } from '../data/queue.ts';
import { newId } from '../base/new-id.ts';
import { lockExclusively } from '../data/exclusive-lock.ts';
import { storeFocus, type Focus } from './focus.ts';
import { endReservation, removeNow, type Reservation } from './reservations.ts';

/** The properties of a stored file. */
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

/** The owner's texts about a file. */
export interface Texts {
  name: string;
  alt: string;
}

/** The properties that a file of an archive keeps. */
interface Archived {
  id?: string;
  created_at?: string;
  /** Where it was before it was replaced. */
  formerPaths?: readonly string[];
  focus?: Focus | null | undefined;
}

/** The URL of a file in texts: without host and base path. */
export const urlOfPath = (path: string) => `/media/${path}`;
const UPLOAD_URL = /^\/media\/(\d{4}\/\d{2}\/[a-z0-9-]+\.[a-z0-9]{2,4})(?=[?#]|$)/;
/** The path in a URL that an upload may have; undefined for every other URL. */
export const pathInUrl = (url: string) => UPLOAD_URL.exec(url)?.[1];
/** The tag of responses that show the upload at this path, or would show it. */
export const uploadTag = (path: string) => `media:${path}` as const;

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
  { formerPaths = [], focus = null, ...given }: Texts & Archived,
): Promise<string | null> {
  const record = { id: newId('m', clock), created_at: timestamp(clock), ...given };
  return em.fork().transactional(async (tx) => {
    await lockExclusively(tx, 'media');
    if (await findByHash(tx, facts.hash)) {
      await removeNow(tx, clock, reservation.path);
      dropDeed();
      return null;
    }
    await endReservation(tx, clock, reservation);
    noteObject(record.id);
    const db = kyselyOf(tx);
    const row = { ...record, focus: storeFocus(focus), ...columnsOf(reservation.path, facts) };
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
 * Stores the smaller versions of a file; responses that show it are rendered again.
 *
 * @returns false when the library no longer has it
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
