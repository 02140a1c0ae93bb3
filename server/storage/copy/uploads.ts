import { dirname, join, resolve } from 'node:path';

import type { Kysely } from 'kysely';

import type { Tables } from '../../../entities/index.ts';
import { mediaFiles } from '../../../migrations/0022-media-files.ts';
import { copyFiles, type CopiedFiles, type CopyOptions } from '../files/copy-file.ts';
import { openFolder } from '../files/file-storage.ts';
import { libraryFiles, storedPaths } from '../files/library.ts';
import type { StorageConfig } from '../files/s3-storage.ts';
import type { MediaStorage, StoredFile } from '../files/storage.ts';
import { openQuietly } from './media-storage.ts';
import type { MigrationState } from '../database/migration-state.ts';
import { withSqlite } from './sqlite-copy.ts';

/** The uploaded files of a backup, smaller versions included. */
export interface UploadsReport extends CopiedFiles {
  /** The storage that they are in now. */
  place: string;
}

/** The uploaded files of a backup: all backups of one folder share theirs, so that each file is stored once. */
export function uploadsBeside(backup: string): MediaStorage {
  return openFolder(join(dirname(resolve(backup)), 'uploads'));
}

/**
 * Copies the uploaded files that a copy of a database names to another storage, as hard links where that is possible.
 *
 * @param copy an SQLite file
 * @param to such as that of `uploadsBeside`
 * @param before called before the first file is copied; its errors stop the copy
 * @returns null when there are none
 * @throws Error with one sentence
 */
export function keepUploads(
  copy: string,
  state: MigrationState,
  config: StorageConfig,
  to: MediaStorage,
  before: (paths: AsyncIterable<string>, from: MediaStorage, to: MediaStorage) => Promise<void> = () =>
    Promise.resolve(),
): Promise<UploadsReport | null> {
  return withUploads(copy, state, async (db) => {
    const own = await openQuietly(config);
    if (own.name === to.name) {
      throw new Error(`The service keeps its files in ${to.name.replace(/^file:/, '')}; choose another folder.`);
    }
    const [from, known] = [await withListing(own), await withListing(to)];
    await before(pathsOf(db), from, known);
    return copyUploads(db, from, known, { trustsSizes: true, links: true });
  });
}

/**
 * Copies the uploaded files that a backup names to the storage of the service, unless they are there.
 *
 * @param copy the backup, or a copy of it
 * @param from its files, such as those of `uploadsBeside`
 * @returns null when it names none; `missing` are files that neither has
 * @throws Error with one sentence
 */
export function putUploadsBack(
  copy: string,
  state: MigrationState,
  config: StorageConfig,
  from: MediaStorage,
): Promise<UploadsReport | null> {
  return withUploads(copy, state, async (db) => {
    const to = await openQuietly(config);
    const copied = await copyUploads(db, from, to, { trustsSizes: true });
    const missing: string[] = [];
    for (const path of copied.missing) if ((await to.head(path)) === null) missing.push(path);
    return { ...copied, files: copied.files + copied.missing.length - missing.length, missing };
  });
}

function withUploads(
  copy: string,
  { due }: MigrationState,
  work: (db: Kysely<Tables>) => Promise<UploadsReport>,
): Promise<UploadsReport | null> {
  if (due.includes(mediaFiles.name)) return Promise.resolve(null);
  return withSqlite(copy, async (_, database) => {
    const db = database as unknown as Kysely<Tables>;
    const { done } = await libraryFiles(db).next();
    return done === true ? null : work(db);
  });
}

async function copyUploads(db: Kysely<Tables>, from: MediaStorage, to: MediaStorage, options: CopyOptions) {
  const copied = await copyFiles(pathsOf(db), from, to, options);
  return { place: to.name, ...copied };
}

async function* pathsOf(db: Kysely<Tables>): AsyncGenerator<string> {
  for await (const file of libraryFiles(db)) yield* storedPaths(file);
}

/** Lists a bucket once, in place of a request for each of its files. */
export async function withListing(storage: MediaStorage): Promise<MediaStorage> {
  if (storage.fileOf) return storage;
  const listed = new Map<string, StoredFile>();
  for await (const { path, ...facts } of storage.list()) listed.set(path, facts);
  return { ...storage, head: async (path) => listed.get(path) ?? storage.head(path) };
}
