import { SqlitePlatform, type SqlEntityManager } from '@mikro-orm/sql';
import { sql } from 'kysely';

import { kyselyOf } from '../entities/kysely.ts';

/** What is done by one transaction at a time: numbers that nothing else locks in the same database. */
const turns = {
  /** "login" in hexadecimal. */
  login: 0x6c_6f67_696e,
  /** "picts" in hexadecimal. */
  pictures: 0x70_6963_7473,
};

/**
 * Waits until no other transaction is at it, in whichever process, and keeps further ones waiting until this one is over.
 * SQLite's transactions keep each other out by themselves.
 *
 * @param tx a transaction
 */
export async function takeTurn(tx: SqlEntityManager, at: keyof typeof turns): Promise<void> {
  if (tx.getPlatform() instanceof SqlitePlatform) return;
  await sql`select pg_advisory_xact_lock(${sql.lit(turns[at])})`.execute(kyselyOf(tx));
}
