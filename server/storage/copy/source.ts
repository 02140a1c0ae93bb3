import { sql } from 'kysely';

import type { Database } from '../database/open.ts';
import { readMigrationState } from '../database/migration-state.ts';
import { existingDatabaseFile, withoutPassword } from '../database/database-url.ts';
import type { AnyTables } from '../database/tables.ts';
import { withDatabase, type AnyDatabase } from './open.ts';

/** The source of a copy: a snapshot of a database. */
export interface Source {
  dialect: Database['dialect'];
  snapshot: AnyTables;
}

/**
 * Opens a snapshot of a database for the duration of `run`.
 *
 * @throws Error when there is none, or when it has another version
 */
export async function fromSnapshot<T>(url: string, run: (source: Source) => Promise<T>): Promise<T> {
  existingDatabaseFile(url, '--from');
  return withDatabase(url, '--from', ({ kysely, dialect }) =>
    kysely
      .transaction()
      .setAccessMode('read only')
      .setIsolationLevel('repeatable read')
      .execute(async (snapshot) => {
        await disableTimeouts(snapshot, dialect);
        await requireThisVersion({ snapshot, dialect }, withoutPassword(url));
        return run({ snapshot, dialect });
      }),
  );
}

/** Disables the timeouts of connections, which are meant for requests. */
export async function disableTimeouts(transaction: AnyTables, dialect: AnyDatabase['dialect']): Promise<void> {
  if (dialect === 'sqlite') return;
  await sql`set local statement_timeout = 0`.execute(transaction);
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction);
}

async function requireThisVersion({ snapshot, dialect }: Source, shown: string): Promise<void> {
  const state = await readMigrationState(snapshot, dialect);
  if (!state) throw new Error(`The source ${shown} is not an Octavo database; correct --from.`);
  const { unknown, due } = state;
  if (unknown.length > 0) {
    throw new Error(
      `The source ${shown} has the migration ${unknown.join(', ')}, which this version does not know; copy it with the version that wrote it, or a newer one.`,
    );
  }
  if (due.length > 0) {
    throw new Error(
      `The source ${shown} is of an older version (it lacks ${due.join(', ')}); start this version on it once, then copy.`,
    );
  }
}
