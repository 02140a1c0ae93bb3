import type BetterSqlite3 from 'better-sqlite3';
import type { QueryResult } from 'kysely';

import { Statements } from '../sqlite-statements.ts';

/** The result of a statement. */
export interface Executed<R = unknown> {
  result: QueryResult<R>;
  /** Whether the result shows that rows were written. */
  wrote: boolean;
}

/** A connection to SQLite that writes, in this thread or another. */
export interface WritingConnection {
  /** Whether a transaction is open, as of the last statement. */
  readonly inTransaction: boolean;
  execute<R>(sql: string, parameters: readonly unknown[]): Executed<R> | Promise<Executed<R>>;
  iterate<R>(sql: string, parameters: readonly unknown[]): Iterable<R> | Promise<Iterable<R>>;
}

/** A connection in this thread: its statements block the event loop. */
export class LocalConnection implements WritingConnection {
  readonly #database: BetterSqlite3.Database;
  readonly #statements: Statements;
  #isUnfinished = false;

  constructor(database: BetterSqlite3.Database) {
    this.#database = database;
    this.#statements = new Statements(database);
  }

  get inTransaction(): boolean {
    return this.#database.inTransaction;
  }

  execute<R>(sql: string, parameters: readonly unknown[]): Executed<R> {
    const statement = this.#statements.prepare(sql);
    const result = statement.run<R>(parameters);
    return { result, wrote: statement.wrote(result) };
  }

  iterate<R>(sql: string, parameters: readonly unknown[]): Iterable<R> {
    return this.#statements.prepare(sql).iterate<R>(parameters);
  }

  /** Whether a ROLLBACK failed and its transaction is still open. */
  get isUnfinished(): boolean {
    return this.#isUnfinished;
  }

  /** Rolls back the open transaction, if there is one. */
  rollBack(): void {
    this.#isUnfinished = this.inTransaction;
    if (!this.#isUnfinished) return;
    this.#database.exec('rollback');
    this.#isUnfinished = false;
  }

  /** Whether a statement returns rows and changes nothing. */
  isRead(sql: string): boolean {
    return this.#statements.prepare(sql).isRead;
  }
}
