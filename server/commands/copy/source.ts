import { sql } from 'kysely';

import type { Database } from '../../database/open.ts';
import { readLedger } from '../ledger.ts';
import { existingFileOf, withoutPassword } from '../place.ts';
import type { AnyTables } from '../tables.ts';
import { withDatabase, type AnyDatabase } from './open.ts';

/** What is copied from: one moment of a database, whatever is written to it meanwhile. */
export interface Source {
  dialect: Database['dialect'];
  snapshot: AnyTables;
}

/**
 * Opens a database and holds one moment of it for as long as `run` takes.
 *
 * @throws Error when there is none, or when it is not of this release
 */
export async function fromSnapshot<T>(url: string, run: (source: Source) => Promise<T>): Promise<T> {
  existingFileOf(url, '--from');
  return withDatabase(url, '--from', ({ kysely, dialect }) =>
    kysely
      .transaction()
      .setAccessMode('read only')
      .setIsolationLevel('repeatable read')
      .execute(async (snapshot) => {
        await waitForEver(snapshot, dialect);
        await requireThisRelease({ snapshot, dialect }, withoutPassword(url));
        return run({ snapshot, dialect });
      }),
  );
}

/** A copy takes as long as it takes; the limits of the service's own connections are for requests. */
export async function waitForEver(transaction: AnyTables, dialect: AnyDatabase['dialect']): Promise<void> {
  if (dialect === 'sqlite') return;
  await sql`set local statement_timeout = 0`.execute(transaction);
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction);
}

async function requireThisRelease({ snapshot, dialect }: Source, shown: string): Promise<void> {
  const ledger = await readLedger(snapshot, dialect);
  if (!ledger) throw new Error(`The source ${shown} is no database of Octavo; correct --from.`);
  const { unknown, due } = ledger;
  if (unknown.length > 0) {
    throw new Error(
      `The source ${shown} has had the migration ${unknown.join(', ')}, which this release does not know; copy with the release that wrote it, or a newer one.`,
    );
  }
  if (due.length > 0) {
    throw new Error(
      `The source ${shown} is of an older release (it has not had ${due.join(', ')}); start this release on it once, then copy.`,
    );
  }
}
