import { dirname, join, resolve } from 'node:path';

import type { Kysely } from 'kysely';

import type { Tables } from '../../entities/index.ts';
import { mediaFiles } from '../../migrations/0022-media-files.ts';
import type { Config } from '../config.ts';
import { copyFiles, type CopiedFiles, type CopyOptions } from '../media/copy-file.ts';
import { openFolder } from '../media/file-storage.ts';
import { libraryFiles, storedPaths } from '../media/library.ts';
import type { MediaStorage } from '../media/storage.ts';
import { openQuietly } from './media-storage.ts';
import type { MigrationState } from './migration-state.ts';
import { withSqlite } from './sqlite-copy.ts';

/** The uploaded files of a backup, smaller versions included. */
export interface UploadsReport extends CopiedFiles {
  /** The storage that they are in now. */
  place: string;
}

/** The folder of the uploaded files of a backup. All backups of one folder share it, so that each file is stored once. */
export function uploadsBeside(backup: string): string {
  return join(dirname(resolve(backup)), 'uploads');
}

/**
 * Copies the uploaded files that a copy of a database names to a folder, as hard links where that is possible.
 *
 * @param copy an SQLite file
 * @param folder such as that of `uploadsBeside`
 * @returns null when there are none
 * @throws Error with one sentence
 */
export function keepUploads(
  copy: string,
  state: MigrationState,
  config: Config,
  folder: string,
): Promise<UploadsReport | null> {
  return withUploads(copy, state, async (db) => {
    const [from, to] = [await openQuietly(config), openFolder(folder)];
    if (from.name === to.name) throw new Error(`The service keeps its files in ${folder}; choose another folder.`);
    return copyUploads(db, from, to, { trustsSizes: true, links: true });
  });
}

/**
 * Copies the uploaded files that a backup names from the folder beside it to the storage of the service, unless they are
 * there.
 *
 * @param copy the backup, or a copy of it
 * @returns null when it names none; `missing` are files that neither has
 * @throws Error with one sentence
 */
export function putUploadsBack(
  copy: string,
  state: MigrationState,
  config: Config,
  folder: string,
): Promise<UploadsReport | null> {
  return withUploads(copy, state, async (db) => {
    const to = await openQuietly(config);
    const copied = await copyUploads(db, openFolder(folder), to, { trustsSizes: true });
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
