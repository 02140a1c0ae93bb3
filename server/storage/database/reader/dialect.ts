import { SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import type { CompiledQuery, DatabaseConnection, Dialect, Driver, Kysely, QueryResult } from 'kysely';

import { toSqlite } from '../sqlite-values.ts';
import type { ReaderThread } from './thread.ts';

/** Kysely on a reader thread, without transactions and writes. */
export class ReaderDialect implements Dialect {
  readonly #thread: ReaderThread;

  constructor(thread: ReaderThread) {
    this.#thread = thread;
  }

  createAdapter(): SqliteAdapter {
    return new SqliteAdapter();
  }

  createQueryCompiler(): SqliteQueryCompiler {
    return new SqliteQueryCompiler();
  }

  // oxlint-disable-next-line typescript/no-explicit-any -- as Kysely declares it
  createIntrospector(db: Kysely<any>): SqliteIntrospector {
    return new SqliteIntrospector(db);
  }

  createDriver(): Driver {
    return new ReaderDriver(this.#thread);
  }
}

class ReaderDriver implements Driver {
  readonly #thread: ReaderThread;

  constructor(thread: ReaderThread) {
    this.#thread = thread;
  }

  acquireConnection(): Promise<DatabaseConnection> {
    return Promise.resolve(new ReaderConnection(this.#thread));
  }

  async init(): Promise<void> {}
  async releaseConnection(): Promise<void> {}
  beginTransaction = refuseTransaction;
  commitTransaction = refuseTransaction;
  rollbackTransaction = refuseTransaction;

  destroy(): Promise<void> {
    return this.#thread.close();
  }
}

class ReaderConnection implements DatabaseConnection {
  readonly #thread: ReaderThread;

  constructor(thread: ReaderThread) {
    this.#thread = thread;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    return { rows: (await this.#thread.read(sql, parameters.map(toSqlite))) as R[] };
  }

  streamQuery(): never {
    throw new Error('The reader gives all rows at once.');
  }
}

function refuseTransaction(): Promise<never> {
  return Promise.reject(new Error('The reader has no transactions.'));
}
