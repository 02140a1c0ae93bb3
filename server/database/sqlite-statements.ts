import type BetterSqlite3 from 'better-sqlite3';
import type { QueryResult } from 'kysely';

import { toSqlite } from './sqlite-values.ts';

/** A cache of the prepared statements of a connection, because preparing takes longer than most reads. */
export class Statements {
  readonly #database: BetterSqlite3.Database;
  readonly #cached = new Map<string, Statement>();

  constructor(database: BetterSqlite3.Database) {
    this.#database = database;
  }

  prepare(sql: string): Statement {
    const statement = this.#cached.get(sql) ?? new Statement(this.#database, sql);
    if (sql.length <= MAX_CACHED_LENGTH) this.#cache(sql, statement);
    return statement;
  }

  #cache(sql: string, statement: Statement): void {
    this.#cached.delete(sql);
    this.#cached.set(sql, statement);
    if (this.#cached.size > MAX_CACHED) {
      const [oldest] = this.#cached.keys();
      this.#cached.delete(oldest!);
    }
  }
}

const MAX_CACHED_LENGTH = 4_000;
const MAX_CACHED = 200;

/** A prepared statement that accepts the same values as PostgreSQL's driver (booleans, dates, undefined). */
export class Statement {
  readonly #database: BetterSqlite3.Database;
  readonly #statement: BetterSqlite3.Statement;

  constructor(database: BetterSqlite3.Database, sql: string) {
    this.#database = database;
    this.#statement = database.prepare(sql);
  }

  /** Whether it returns rows and changes nothing. */
  get isRead(): boolean {
    return this.#statement.reader && this.#statement.readonly;
  }

  run<R>(parameters: readonly unknown[]): QueryResult<R> {
    const values = parameters.map(toSqlite);
    if (this.#statement.reader) return { rows: this.#statement.all(values) as R[] };
    const { changes, lastInsertRowid } = this.#statement.run(values);
    return { insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes), rows: [] };
  }

  *iterate<R>(parameters: readonly unknown[]): IterableIterator<R> {
    // A new statement, because the cached one may be executed again during the iteration.
    yield* this.#database.prepare(this.#statement.source).iterate(parameters.map(toSqlite)) as IterableIterator<R>;
  }

  /** Whether the result shows that rows were written. */
  wrote({ rows, numAffectedRows = 0n }: QueryResult<unknown>): boolean {
    return !this.#statement.readonly && (rows.length > 0 || numAffectedRows > 0n);
  }
}
