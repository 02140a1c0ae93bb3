import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { entities } from '../../entities/index.ts';
import { migrations } from '../../migrations/index.ts';
import type { Config } from '../config/config.ts';
import { migrate } from '../storage/database/migrate.ts';
import { openDatabase } from '../storage/database/open.ts';
import { readDatabaseId } from '../storage/identity/identity.ts';
import type { BackupSource } from './backup-source.ts';
import { copyDatabase } from '../storage/copy/copy.ts';
import { shellQuoted, withoutPassword } from '../storage/database/database-url.ts';
import { withIncomplete } from './incomplete.ts';
import type { MigrationState } from '../storage/database/migration-state.ts';
import { carryIdentity, prepareRestored, readMigrationState, type RestoreReport } from './restored.ts';
import { withSqlite } from '../storage/copy/sqlite-copy.ts';
import type { Row } from '../storage/database/tables.ts';
import { putUploadsBack } from '../storage/copy/uploads.ts';

/**
 * Copies a backup into an empty PostgreSQL database, in one transaction.
 *
 * @throws Error with one sentence when the database is not empty, or the backup is damaged
 */
export async function restoreToPostgres(source: BackupSource, config: Config): Promise<RestoreReport> {
  const { databaseUrl } = config;
  if (!source.isSqlite) throw useItsOwnTool(databaseUrl);
  const part = join(tmpdir(), `octavo-restore-${randomBytes(6).toString('hex')}.db`);
  return withIncomplete(part, async () => {
    const copy = await source.copyTo(part);
    await bringUpToDate(part, await readMigrationState(copy, part, source.name));
    const replacedId = await readIdAt(databaseUrl);
    await withSqlite(part, async (_, database) => {
      await carryIdentity(database, replacedId);
      await prepareRestored(database, 'sqlite', new Date().toISOString());
    });
    const current: MigrationState = { due: [], unknown: [] };
    const uploads = await putUploadsBack(part, current, config, source.uploads);
    const { tables } = await copyDatabase(`sqlite:${part}`, databaseUrl, () => undefined).catch((error: unknown) => {
      throw new Error((error as Error).message.replaceAll('--to', 'DATABASE_URL'), { cause: error });
    });
    return { file: withoutPassword(databaseUrl), kept: null, older: false, tables, uploads };
  });
}

/** The identity of the database that is to be filled; null if it has no tables yet. */
async function readIdAt(url: string): Promise<string | null> {
  const { kysely, dialect, close } = await openDatabase<Record<string, Row>>({ url, entities, connections: 1 });
  try {
    return await readDatabaseId(kysely, dialect);
  } finally {
    await close();
  }
}

/** Explains how to restore another file, such as one of pg_dump. */
export function useItsOwnTool(databaseUrl: string): Error {
  return new Error(
    `The database is PostgreSQL, which has its own tool for this file; run: pg_restore --clean --if-exists --no-owner --dbname=${shellQuoted(databaseUrl)} <file>, and then: octavo recovered`,
  );
}

/** Tables are copied between databases of one version only. */
async function bringUpToDate(file: string, { due }: MigrationState): Promise<void> {
  if (due.length === 0) return;
  const database = await openDatabase({ url: `sqlite:${file}`, entities });
  try {
    await migrate(database, migrations);
  } finally {
    await database.close();
  }
}
