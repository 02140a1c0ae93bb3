import { sql, type Kysely } from 'kysely';

import type { Tables } from '../../../entities/index.ts';
import type { DatabaseIdentity } from '../database/identity-guard.ts';
import { hasTable, type AnyTables } from '../database/tables.ts';

/** Reads the identity of a migrated database. */
export async function readIdentity(db: Kysely<Tables>): Promise<DatabaseIdentity> {
  return db.selectFrom('identity').select(['id', 'replaced_id as replacedId']).executeTakeFirstOrThrow();
}

/** The id of a database that may not be migrated yet; null without one. */
export async function readDatabaseId(database: AnyTables, dialect: 'sqlite' | 'postgres'): Promise<string | null> {
  if (!(await hasTable(database, dialect, 'identity'))) return null;
  const { rows } = await sql<{ id: string }>`select id from identity`.execute(database);
  return rows[0]?.id ?? null;
}

/**
 * Notes in a copy in whose place it was put: running instances accept it, and so do the markers of files.
 *
 * @param replaced the id of the replaced database; null if there was none
 */
export async function noteReplaced(copy: AnyTables, replaced: string | null): Promise<void> {
  if (replaced === null) return;
  await sql`update identity set replaced_id = ${replaced} where id <> ${replaced}`.execute(copy);
}
