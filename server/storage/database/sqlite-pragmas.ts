import type BetterSqlite3 from 'better-sqlite3';

/** The size to which the log is truncated when it restarts; only a long transaction exceeds it. */
const LOG_BYTES = 64 * 2 ** 20;
/** The pages that a connection keeps, in KiB. The system has them in memory too: better-sqlite3's 16 MB save little. */
const CACHE_KIB = 4096;

/**
 * Sets the pragmas of a writing connection. All of them belong to the connection, not to the file: even WAL with
 * synchronous=FULL applies only to the connection that enabled WAL.
 */
export function setPragmas(database: BetterSqlite3.Database): void {
  database.pragma('synchronous = FULL');
  database.pragma('trusted_schema = OFF');
  limitCache(database);
  database.pragma('foreign_keys = ON');
  database.pragma('secure_delete = ON');
  // A thread makes the checkpoints (`writer/checkpoints.ts`): within a COMMIT they block the event loop.
  database.pragma('wal_autocheckpoint = 0');
  database.pragma(`journal_size_limit = ${LOG_BYTES}`);
}

/** Limits the pages that a connection keeps. This reads the schema. */
export function limitCache(database: BetterSqlite3.Database): void {
  database.pragma(`cache_size = -${CACHE_KIB}`);
}
