import type { Kysely } from 'kysely';

import { entities, type Tables } from '../../entities/index.ts';
import { markedPlace, listArchives, openBackups } from '../background/backup/place.ts';
import { readConfig, type Config } from '../config/config.ts';
import { openDatabase } from '../storage/database/open.ts';
import { readEnvironment } from '../config/environment.ts';
import { readDatabaseId } from '../storage/identity/identity.ts';
import { adoptPlace, mediaPlace, stateOfPlace } from '../storage/identity/place.ts';
import { storageFailure } from '../storage/files/copy-file.ts';
import { libraryFiles } from '../storage/files/library.ts';
import type { MediaStorage } from '../storage/files/storage.ts';
import { existingDatabaseFile } from '../storage/database/database-url.ts';
import { openQuietly } from '../storage/copy/media-storage.ts';
import type { AnyTables } from '../storage/database/tables.ts';
import { withListing } from '../storage/copy/uploads.ts';

/** A storage of uploaded files, compared with the library. */
export interface AdoptedMedia {
  place: string;
  /** Files of the library. */
  files: number;
  /** Those of them that are not there, with the names of the first. */
  missing: { count: number; names: string[] };
  /** Whether it was the storage of another database. */
  wasForeign: boolean;
}

/** A place of backups, as it was. */
export interface AdoptedBackups {
  place: string;
  /** The number of backups, and the name of the newest one. */
  count: number;
  newest: string | null;
  /** Whether they were those of another database. */
  wasForeign: boolean;
}

/** The maximum number of missing files that are named. */
const MOST_NAMES = 10;

/**
 * Marks the storage of MEDIA_URL as that of this database, after a comparison with the library. A running service stores
 * files there with its next check.
 *
 * @param isTrial whether it only compares them
 * @throws Error with one sentence
 */
export function adoptMedia(isTrial: boolean): Promise<AdoptedMedia> {
  return withOwnDatabase(async (db, config) => {
    const storage = await openQuietly(config);
    return explainFailure(storage.name, async () => {
      const place = mediaPlace(db, storage);
      const wasForeign = (await stateOfPlace(db, place)) === 'foreign';
      const compared = await compare(db, storage);
      if (!isTrial) await adoptPlace(db, place);
      return { place: storage.name, ...compared, wasForeign };
    });
  });
}

/**
 * Marks BACKUP_DIR or BACKUP_S3 as the place of the backups of this database.
 *
 * @returns what was there
 * @throws Error with one sentence
 */
export function adoptBackups(): Promise<AdoptedBackups> {
  return withOwnDatabase(async (db, config) => {
    const opened = await openBackups(config);
    if (!opened) throw new Error('There is no place to adopt: set BACKUP_DIR or BACKUP_S3.');
    return explainFailure(opened.name, async () => {
      const place = markedPlace(opened);
      const wasForeign = (await stateOfPlace(db, place)) === 'foreign';
      const names = await listArchives(opened);
      await adoptPlace(db, place);
      return { place: opened.name, count: names.length, newest: names[0] ?? null, wasForeign };
    });
  });
}

async function explainFailure<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new Error(`${name} cannot be read or written: ${storageFailure(error)}.`, { cause: error });
  }
}

async function compare(db: Kysely<Tables>, storage: MediaStorage): Promise<Pick<AdoptedMedia, 'files' | 'missing'>> {
  const listed = await withListing(storage);
  const missing = { count: 0, names: [] as string[] };
  let files = 0;
  for await (const { path } of libraryFiles(db)) {
    files += 1;
    if (await listed.head(path)) continue;
    missing.count += 1;
    if (missing.names.length < MOST_NAMES) missing.names.push(path);
  }
  return { files, missing };
}

async function withOwnDatabase<T>(work: (db: Kysely<Tables>, config: Config) => Promise<T>): Promise<T> {
  const config = readConfig(readEnvironment());
  const { databaseUrl: url } = config;
  existingDatabaseFile(url, 'DATABASE_URL');
  const database = await openDatabase({ url, entities });
  try {
    const { kysely, dialect } = database;
    if ((await readDatabaseId(kysely as unknown as AnyTables, dialect)) === null) {
      throw new Error('The database is empty or of an older version; start this version on it once.');
    }
    return await work(kysely, config);
  } finally {
    await database.close();
  }
}
