import { setImmediate } from 'node:timers/promises';

import { SqlitePlatform, type SqlEntityManager } from '@mikro-orm/sql';
import { sql } from 'kysely';

import { kyselyOf } from '../entities/kysely.ts';

/** How many rows one statement of a long write changes. */
const ROWS = 50;

/**
 * Does a long write in pieces, inside one transaction: SQLite works in the main thread, so the event loop turns between
 * two of them. Reads go on in between; other writes wait for the transaction.
 *
 * @param all keys of what is written
 */
export async function inPieces<T>(
  tx: SqlEntityManager,
  all: readonly T[],
  write: (some: T[]) => Promise<unknown>,
): Promise<void> {
  for (let at = 0; at < all.length; at += ROWS) {
    await write(all.slice(at, at + ROWS));
    await forgetRepeated(tx);
    await setImmediate();
  }
}

/** Triggers add a note for each changed row (migration 0003), and all notes are read before the commit: one of each is enough. */
async function forgetRepeated(tx: SqlEntityManager): Promise<void> {
  if (!(tx.getPlatform() instanceof SqlitePlatform)) return;
  await sql`delete from touched where rowid not in (select min(rowid) from touched group by tag)`.execute(kyselyOf(tx));
}
