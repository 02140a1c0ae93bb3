import { sql, type Kysely } from 'kysely';

import type { Tables } from '../../entities/index.ts';

/**
 * Empties the write-ahead log. SQLite overwrites what it frees (`secure_delete`), but the log still holds the old pages.
 * @returns false while another connection reads from the log: it is not waited for
 */
export async function emptyWal(kysely: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(kysely);
  return rows[0]?.busy === 0;
}
