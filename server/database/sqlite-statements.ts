import type BetterSqlite3 from 'better-sqlite3';
import type { QueryResult } from 'kysely';

import { toSqlite } from './sqlite-values.ts';

/** The statements of one connection; those used last stay prepared, since preparing takes longer than most reads. */
export class Statements {
  readonly #database: BetterSqlite3.Database;
  readonly #kept = new Map<string, Statement>();

  constructor(database: BetterSqlite3.Database) {
    this.#database = database;
  }

  prepare(sql: string): Statement {
    const statement = this.#kept.get(sql) ?? new Statement(this.#database, sql);
    if (sql.length <= LONGEST_KEPT) this.#keep(sql, statement);
    return statement;
  }

  #keep(sql: string, statement: Statement): void {
    this.#kept.delete(sql);
    this.#kept.set(sql, statement);
    if (this.#kept.size > MOST_KEPT) {
      const [oldest] = this.#kept.keys();
      this.#kept.delete(oldest!);
    }
  }
}

const LONGEST_KEPT = 4_000;
const MOST_KEPT = 200;

/** A prepared statement that takes the values that PostgreSQL's driver takes as well (booleans, dates, undefined). */
export class Statement {
  readonly #database: BetterSqlite3.Database;
  readonly #statement: BetterSqlite3.Statement;

  constructor(database: BetterSqlite3.Database, sql: string) {
    this.#database = database;
    this.#statement = database.prepare(sql);
  }

  /** Whether it gives rows and changes nothing. */
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
    // A statement of its own: the kept one may be asked for again while this one is still read.
    yield* this.#database.prepare(this.#statement.source).iterate(parameters.map(toSqlite)) as IterableIterator<R>;
  }

  /** Whether what it gave shows that rows were written. */
  wrote({ rows, numAffectedRows = 0n }: QueryResult<unknown>): boolean {
    return !this.#statement.readonly && (rows.length > 0 || numAffectedRows > 0n);
  }
}
