import { accessSync, closeSync, constants, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';

import { DatabaseUnavailable } from './errors.ts';
import { errorCode } from './sqlite-errors.ts';
import { lostFile, unfinishedRestore } from './unfinished-restore.ts';

/**
 * Creates an SQLite file and its folder, unless they exist.
 *
 * @param path an absolute path
 * @throws DatabaseUnavailable if they cannot be written, or the content that was there is lost
 */
export function prepareFile(path: string): void {
  const folder = dirname(path);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new DatabaseUnavailable(
      `The folder ${folder} for the database cannot be created (${errorCode(error)}); create it, or name another place in DATABASE_URL.`,
      { cause: error },
    );
  }
  // SQLite silently opens a read-only file; WAL needs write access to the folder as well.
  for (const place of [folder, path].filter(existsSync)) requireWritable(place);
  const lost = unfinishedRestore(path) ?? lostFile(path);
  if (lost !== null) throw new DatabaseUnavailable(lost);
  // Only the user of the service may access the data; the log gets the same permissions as the file.
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
}

function requireWritable(place: string): void {
  try {
    accessSync(place, constants.R_OK | constants.W_OK);
  } catch (error) {
    throw new DatabaseUnavailable(
      `${place} cannot be written (${errorCode(error)}); give the user that runs Octavo the right to write it, or name another place in DATABASE_URL.`,
      { cause: error },
    );
  }
}
