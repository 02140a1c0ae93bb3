import { entities } from '../../entities/index.ts';
import { readConfig } from '../config/config.ts';
import { openDatabase } from '../storage/database/open.ts';
import { readDatabaseId } from '../storage/identity/identity.ts';
import { MARKERS, readMarker, writeMarker } from '../storage/identity/marker.ts';
import { readEnvironment } from '../config/environment.ts';
import { compareWithLibrary, type Sample } from '../media/consistency.ts';
import { storageFailure, copyFiles } from '../storage/files/copy-file.ts';
import { deleteAbandoned } from '../storage/files/incoming.ts';
import type { MediaStorage } from '../storage/files/storage.ts';
import { existingDatabaseFile } from '../storage/database/database-url.ts';
import { openQuietly, openTarget } from '../storage/copy/media-storage.ts';
import type { AnyTables } from '../storage/database/tables.ts';

/** A completed copy of all uploaded files. */
export interface MoveReport {
  from: string;
  to: string;
  /** Files in the source, smaller versions included, all of which are now in the target. */
  files: number;
  /** Those of them that were not there before. */
  copied: number;
  /** Files of the library that the target does not have. */
  missing: Sample;
  /** Files of the target that belong to nothing in the library. */
  loose: Sample;
}

/**
 * Copies every uploaded file and its smaller versions from the storage of MEDIA_URL to another one, even while the service
 * runs, and compares size and hash of each. The source stays as it is. After an interruption, another run copies the rest.
 *
 * @param url of the target, as MEDIA_URL has it
 * @param progress called with the numbers of copied and of all files
 * @throws Error with one sentence
 */
export async function moveMedia(url: string, progress: (done: number, total: number) => void): Promise<MoveReport> {
  const environment = readEnvironment();
  const config = readConfig(environment);
  existingDatabaseFile(config.databaseUrl, 'DATABASE_URL');
  const [from, to] = [await openQuietly(config), await openTarget(url, environment)];
  if (from.name === to.name) throw new Error(`The files are in ${to.name} already; choose another place with --to.`);
  const database = await openDatabase({ url: config.databaseUrl, entities });
  try {
    const own = await readDatabaseId(database.kysely as unknown as AnyTables, database.dialect);
    await requireNoOther(to, own);
    await deleteAbandoned(to.incoming);
    let total = 0;
    for await (const _ of pathsIn(from)) total += 1;
    progress(0, total);
    let done = 0;
    const { files, copied } = await copyFiles(pathsIn(from), from, to, {}, () =>
      progress(++done, Math.max(done, total)),
    );
    // A service with this MEDIA_URL stores files only in a place with the identity of its database.
    if (own !== null) await writeMarker(to, 'media', own);
    const { missing: originals, missingSizes, loose } = await compareWithLibrary(database.kysely, to);
    const missing = {
      count: originals.count + missingSizes.count,
      first: originals.first || missingSizes.first,
    };
    return { from: from.name, to: to.name, files, copied, missing, loose };
  } finally {
    await database.close();
  }
}

/** @throws Error when the target is the storage of another database */
async function requireNoOther(to: MediaStorage, own: string | null): Promise<void> {
  const marker = await readMarker(to, 'media').catch((error: unknown) => {
    throw new Error(`${to.name} cannot be read: ${storageFailure(error)}.`, { cause: error });
  });
  if (marker === null || marker === own) return;
  throw new Error(
    `${to.name} has the uploaded files of another database; choose another place with --to, or delete ${MARKERS.media} there.`,
  );
}

async function* pathsIn(storage: MediaStorage): AsyncGenerator<string> {
  for await (const { path } of storage.list()) yield path;
}
