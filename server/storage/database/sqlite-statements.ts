import type BetterSqlite3 from 'better-sqlite3';
import type { QueryResult } from 'kysely';
import { LRUCache } from 'lru-cache';

import { toSqlite } from './sqlite-values.ts';

/** A cache of the prepared statements of a connection, because preparing takes longer than most reads. */
export class Statements {
  readonly #database: BetterSqlite3.Database;
  readonly #cached = new LRUCache<string, Statement>({ max: MAX_CACHED });

  constructor(database: BetterSqlite3.Database) {
    this.#database = database;
  }

  prepare(sql: string): Statement {
    const cached = this.#cached.get(sql);
    if (cached) return cached;
    const statement = new Statement(this.#database, sql);
    if (sql.length <= MAX_CACHED_LENGTH) this.#cached.set(sql, statement);
    return statement;
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
