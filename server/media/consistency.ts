import type { Kysely } from 'kysely';

import type { Tables } from '../../entities/index.ts';
import { sizePath, WIDTHS } from '../../routers/data/files/size-paths.ts';
import { fileKinds } from '../storage/files/kinds.ts';
import { libraryFiles, type LibraryFile } from '../storage/files/library.ts';
import type { MediaStorage } from '../storage/files/storage.ts';

/** The number of files, and the first of them. */
export interface Sample {
  count: number;
  first: string;
}

/** The result of comparing a storage with the library. */
export interface Consistency {
  /** Uploaded files of the library. */
  files: number;
  /** Files of the library that are not stored. */
  missing: Sample;
  /** Images without smaller versions, and without a job that makes them. */
  unsized: Sample;
  /** Smaller versions of the library that are not stored. */
  missingSizes: Sample;
  /** Stored files that belong neither to the library nor to an upload in progress. */
  loose: Sample;
}

/** Files that are looked up at a time. */
const BATCH_SIZE = 500;
const SIZED = new RegExp(`^(.*)-(${WIDTHS.join('|')})\\.webp$`);
/** Flags for each file: the file was found, each of its smaller versions was found, a job will make them. */
const seenBits = { original: 1, sizing: 64, size: (width: number) => 2 << WIDTHS.indexOf(width) };

/**
 * Compares a storage with the library, while both may change. Takes a byte of memory for each file ever uploaded, however
 * many files are stored.
 */
export async function compareWithLibrary(db: Kysely<Tables>, storage: MediaStorage): Promise<Consistency> {
  const { last } = await db
    .selectFrom('media')
    .select(({ fn }) => fn.max<number | null>('key').as('last'))
    .executeTakeFirstOrThrow();
  // Later files are ignored.
  const seen = new Uint8Array((last ?? 0) + 1);
  const loose = newSample();
  for await (const paths of inBatches(storage.list())) await lookUp(db, storage, paths, seen, loose);
  await markSizing(db, seen);
  return { ...(await findMissing(db, storage, seen)), loose };
}

async function lookUp(
  db: Kysely<Tables>,
  storage: MediaStorage,
  paths: readonly string[],
  seen: Uint8Array,
  loose: Sample,
): Promise<void> {
  const { keys, removed } = await findOwners(db, paths);
  for (const path of paths) {
    const { candidates, width } = originOf(path);
    const key = candidates.map((one) => keys.get(one)).find((one) => one !== undefined);
    if (key !== undefined) {
      if (key < seen.length) seen[key]! |= width === null ? seenBits.original : seenBits.size(width);
    } else if (!candidates.some((one) => removed.has(one)) && (await isLoose(db, storage, path))) count(loose, path);
  }
}

/** The library paths that a stored file may belong to: its own, or those of the image that it is a smaller version of. */
function originOf(path: string): { candidates: readonly string[]; width: number | null } {
  const [, stem, width] = SIZED.exec(path) ?? [];
  if (stem === undefined) return { candidates: [path], width: null };
  return { candidates: imageExtensions.map((extension) => `${stem}.${extension}`), width: Number(width) };
}

const imageExtensions = Object.entries(fileKinds)
  .filter(([, { kind }]) => kind === 'image')
  .map(([extension]) => extension);

/** One statement, because a file that gets its row loses its reservation at the same time. */
async function findOwners(db: Kysely<Tables>, paths: readonly string[]) {
  const candidates = paths.flatMap((path) => originOf(path).candidates);
  const rows = await db
    .selectFrom('media')
    .select(['path', 'key'])
    .where('path', 'in', candidates)
    .unionAll(
      db
        .selectFrom('jobs')
        .select(({ lit }) => ['key as path', lit<number>(0).as('key')])
        .where('state', '=', 'waiting')
        .where(
          'key',
          'in',
          candidates.map((path) => `media:${path}`),
        ),
    )
    .execute();
  const keys = new Map<string, number>();
  /** Includes those of uploads in progress, which are removed unless they get their row. */
  const removed = new Set<string>();
  for (const { path, key } of rows) {
    if (key === 0) removed.add(path!.slice('media:'.length));
    else keys.set(path!, key);
  }
  return { keys, removed };
}

/** Checks again: the file may have been deleted since it was listed, or the image of which it is a smaller version. */
async function isLoose(db: Kysely<Tables>, storage: MediaStorage, path: string): Promise<boolean> {
  const [, stem] = SIZED.exec(path) ?? [];
  if (stem !== undefined && (await isSizing(db, `${stem}.`))) return false;
  if ((await storage.head(path)) === null) return false;
  const { keys, removed } = await findOwners(db, [path]);
  return keys.size + removed.size === 0;
}

/** Whether a job will make the smaller versions of an image whose path begins like this. */
async function isSizing(db: Kysely<Tables>, path: string): Promise<boolean> {
  const waiting = db.selectFrom('jobs').select('id').where('kind', '=', 'media.sizes').where('state', '=', 'waiting');
  return (await waiting.where('data', 'like', `{"path":"${path}%`).executeTakeFirst()) !== undefined;
}

/** Marks the images of which a job will make the smaller versions. */
async function markSizing(db: Kysely<Tables>, seen: Uint8Array): Promise<void> {
  const jobs = db.selectFrom('jobs').select(['id', 'data']).where('kind', '=', 'media.sizes').orderBy('id');
  const waiting = jobs.where('state', '=', 'waiting').limit(BATCH_SIZE);
  for (let last = '', isMore = true; isMore;) {
    const rows = await waiting.where('id', '>', last).execute();
    const paths = rows.map(({ data }) => (JSON.parse(data) as { path: string }).path);
    const { keys } = paths.length > 0 ? await findOwners(db, paths) : { keys: new Map<string, number>() };
    for (const key of keys.values()) if (key < seen.length) seen[key]! |= seenBits.sizing;
    last = rows.at(-1)?.id ?? last;
    isMore = rows.length === BATCH_SIZE;
  }
}

async function findMissing(db: Kysely<Tables>, storage: MediaStorage, seen: Uint8Array) {
  const found = { files: 0, missing: newSample(), unsized: newSample(), missingSizes: newSample() };
  for await (const file of libraryFiles(db)) {
    if (file.key >= seen.length) break;
    found.files += 1;
    const bits = seen[file.key]!;
    if (!(bits & seenBits.original) && (await isMissing(db, storage, file, file.path))) {
      count(found.missing, file.path);
      continue;
    }
    if (file.widths === null && !(bits & seenBits.sizing) && (await isUnsized(db, file))) {
      count(found.unsized, file.path);
    }
    for (const width of file.widths ?? []) {
      const path = sizePath(file.path, width);
      if (!(bits & seenBits.size(width)) && (await isMissing(db, storage, file, path))) count(found.missingSizes, path);
    }
  }
  return found;
}

/** Checks again: the file may have been stored after the listing, or its record deleted. */
async function isMissing(db: Kysely<Tables>, storage: MediaStorage, { key }: LibraryFile, path: string) {
  if ((await storage.head(path)) !== null) return false;
  return (await db.selectFrom('media').select('key').where('key', '=', key).executeTakeFirst()) !== undefined;
}

/** Checks again: the job may have succeeded, or the file may have been replaced. */
async function isUnsized(db: Kysely<Tables>, { key, path }: LibraryFile): Promise<boolean> {
  if (await isSizing(db, path)) return false;
  const row = await db.selectFrom('media').select('sizes').where('key', '=', key).executeTakeFirst();
  return row?.sizes === null;
}

async function* inBatches(files: AsyncIterable<{ path: string }>): AsyncGenerator<string[]> {
  let batch: string[] = [];
  for await (const { path } of files) {
    batch.push(path);
    if (batch.length < BATCH_SIZE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

function newSample(): Sample {
  return { count: 0, first: '' };
}

function count(sample: Sample, path: string): void {
  sample.count += 1;
  sample.first ||= path;
}
