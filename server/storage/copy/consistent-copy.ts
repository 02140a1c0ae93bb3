import { rm } from 'node:fs/promises';

import { foreignPrograms } from './contents.ts';
import type { MigrationState } from '../database/migration-state.ts';
import { withSqlite, type SqliteCopy } from './sqlite-copy.ts';
import type { UploadsReport } from './uploads.ts';

/** A copy of a database, and of the uploaded files that it names. */
export interface ConsistentCopy extends SqliteCopy {
  /** Null when there are none. */
  uploads: UploadsReport | null;
  /** The triggers and views that are not Octavo's: `restore` refuses a copy with them. */
  foreign: string[];
}

/** How often a backup is made until all its files could be copied: some may be deleted while it is made. */
const MAX_ATTEMPTS = 5;

/**
 * Copies a database, then the files that the copy names. A file that is deleted between the two cannot be copied: then
 * both are copied again.
 *
 * @param name of the database, for messages
 * @param file of the copy
 * @throws Error when it is not a database of Octavo; the errors of the two copies
 */
export async function copyConsistently(
  name: string,
  file: string,
  copy: {
    database(): Promise<SqliteCopy>;
    uploads(state: MigrationState): Promise<UploadsReport | null>;
  },
): Promise<ConsistentCopy> {
  let before = '';
  for (let attempt = 1; ; attempt++) {
    const copied = await copy.database();
    if (copied.state === null) throw new Error(`${name} is not an Octavo database; correct DATABASE_URL.`);
    const uploads = await copy.uploads(copied.state);
    const missing = uploads?.missing.toSorted().join() ?? '';
    // Files that are missing twice were missing before.
    if (missing === before || attempt === MAX_ATTEMPTS) {
      return { ...copied, uploads, foreign: await withSqlite(file, (_, database) => foreignPrograms(database)) };
    }
    before = missing;
    await rm(file);
  }
}
