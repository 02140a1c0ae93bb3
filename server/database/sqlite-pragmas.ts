import type BetterSqlite3 from 'better-sqlite3';

/** Bytes that the log keeps when it restarts; it grows beyond that in a long transaction only. */
const LOG_BYTES = 64 * 2 ** 20;

/**
 * Sets what every connection that writes needs. All of it belongs to the connection, not to the file: even WAL with
 * synchronous=FULL lasts only for the connection that turned WAL on.
 */
export function setPragmas(database: BetterSqlite3.Database): void {
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  database.pragma('trusted_schema = OFF');
  database.pragma('secure_delete = ON');
  // A checkpoint is made in a thread (`writer/checkpoints.ts`): within a COMMIT it holds the event loop.
  database.pragma('wal_autocheckpoint = 0');
  database.pragma(`journal_size_limit = ${LOG_BYTES}`);
}
