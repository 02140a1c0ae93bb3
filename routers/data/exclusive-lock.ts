import { SqlitePlatform, type SqlEntityManager } from '@mikro-orm/sql';
import { sql } from 'kysely';

import { kyselyOf } from '../../entities/kysely.ts';

/** The keys of the advisory locks, which no other program uses in the same database. */
const locks = {
  /** "login" in hexadecimal. */
  login: 0x6c_6f67_696e,
  /** "picts" in hexadecimal. */
  pictures: 0x70_6963_7473,
  /** "media" in hexadecimal. */
  media: 0x6d_6564_6961,
  /** "uses" in hexadecimal. */
  uses: 0x75_7365_73,
  /** "confs" in hexadecimal. */
  confirmations: 0x63_6f6e_6673,
  /** "fetch" in hexadecimal. */
  fetches: 0x66_6574_6368,
  /** "redirs" in hexadecimal. */
  redirects: 0x7265_6469_7273,
  /** "views" in hexadecimal. */
  views: 0x76_6965_7773,
};

/**
 * Takes an advisory lock until the transaction ends; transactions of all instances wait for each other. SQLite needs
 * none, because its write transactions are exclusive.
 *
 * @param tx a transaction
 */
export async function lockExclusively(tx: SqlEntityManager, lock: keyof typeof locks): Promise<void> {
  if (tx.getPlatform() instanceof SqlitePlatform) return;
  await sql`select pg_advisory_xact_lock(${sql.lit(locks[lock])})`.execute(kyselyOf(tx));
}
