import { SqliteAdapter, SqliteDialect } from 'kysely';
import type { DialectAdapter, Driver } from 'kysely';

import { OctavoSqliteDriver, type SqliteConnections } from './sqlite-driver.ts';

/** Kysely's dialect for SQLite with our own connections. */
export class OctavoSqliteDialect extends SqliteDialect {
  readonly #connections: SqliteConnections;

  constructor(connections: SqliteConnections) {
    super({ database: () => Promise.reject(new Error('This dialect has connections of its own.')) });
    this.#connections = connections;
  }

  override createAdapter(): DialectAdapter {
    return new Adapter();
  }

  override createDriver(): Driver {
    return new OctavoSqliteDriver(this.#connections);
  }
}

/** Otherwise Kysely gives a connection to one caller at a time, and waits forever for one that is not released. */
class Adapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}
