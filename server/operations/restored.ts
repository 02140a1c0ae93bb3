import type { UploadsReport } from '../storage/copy/uploads.ts';
import { identity } from '../../migrations/0036-identity.ts';
import { storeEvent } from '../storage/console-events.ts';
import { schemaOf } from '../storage/database/migrate.ts';
import type { Database } from '../storage/database/open.ts';
import { noteReplaced } from '../storage/identity/identity.ts';
import { foreignPrograms } from '../storage/copy/contents.ts';
import { beginEpoch } from './epoch.ts';
import type { MigrationState } from '../storage/database/migration-state.ts';
import { withSqlite, type SqliteCopy } from '../storage/copy/sqlite-copy.ts';
import type { AnyTables } from '../storage/database/tables.ts';

/** A completed restore. */
export interface RestoreReport {
  /** The database, an absolute path. */
  file: string;
  /** The path of the replaced database; null if there was none. */
  kept: string | null;
  /** Whether the next start migrates it. */
  older: boolean;
  tables: Record<string, number>;
  /** The uploaded files that the backup names; null when there are none. */
  uploads: UploadsReport | null;
}

/**
 * Which migrations the copy of a backup has.
 *
 * @param file of the copy
 * @param name of the backup, for messages
 * @throws Error with one sentence when this version cannot use it, or others have changed what it does
 */
export async function readMigrationState({ state }: SqliteCopy, file: string, name: string): Promise<MigrationState> {
  if (state === null) throw new Error(`${name} is not an Octavo database.`);
  if (state.unknown.length > 0) {
    throw new Error(
      `${name} has the migration ${state.unknown.join(', ')}, which this version does not know; install the version that wrote it, or a newer one.`,
    );
  }
  const foreign = await withSqlite(file, (_, database) => foreignPrograms(database));
  if (foreign.length === 0) return state;
  throw new Error(`${name} contains what is not Octavo's: ${foreign.join(', ')}; drop it, or choose another backup.`);
}

/**
 * Carries the identity of the copy of a backup on; one of an earlier version gets one.
 *
 * @param replacedId the identity of the database in whose place it is put
 */
export async function carryIdentity(database: AnyTables, replacedId: string | null): Promise<void> {
  await identity.up(schemaOf(database, 'sqlite'));
  await noteReplaced(database, replacedId);
}

/** Leaves a security event in a database that is of an earlier time, and starts a new epoch of it. */
export async function prepareRestored(database: AnyTables, dialect: Database['dialect'], now: string): Promise<void> {
  await storeEvent(database, 'restore', now);
  await beginEpoch(database, dialect, now);
}
