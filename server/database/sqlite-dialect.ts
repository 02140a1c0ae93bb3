import type BetterSqlite3 from 'better-sqlite3';
import { CompiledQuery, SqliteDialect, SqliteDriver } from 'kysely';
import type {
  DatabaseConnection,
  Driver,
  SqliteDatabase,
  SqliteDialectConfig,
  SqliteStatement,
  TransactionSettings,
} from 'kysely';

/**
 * Kysely's SQLite dialect, except that transactions take the write lock when they begin (one that reads
 * first would fail later with SQLITE_BUSY), that it takes the values PostgreSQL's driver takes as well
 * (booleans, dates, undefined), and that it prepares each statement once.
 */
export class OctavoSqliteDialect extends SqliteDialect {
  #config: SqliteDialectConfig;

  constructor(database: BetterSqlite3.Database) {
    const config = { database: new Statements(database) };
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new ImmediateDriver(this.#config);
  }
}

class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection, settings?: TransactionSettings): Promise<void> {
    const begin = settings?.accessMode === 'read only' ? 'begin' : 'begin immediate';
    await connection.executeQuery(CompiledQuery.raw(begin));
  }
}

/** The statements used last stay prepared: preparing takes longer than most reads. */
class Statements implements SqliteDatabase {
  #database: BetterSqlite3.Database;
  #kept = new Map<string, Statement>();

  constructor(database: BetterSqlite3.Database) {
    this.#database = database;
  }

  prepare(sql: string): Statement {
    const statement = this.#kept.get(sql) ?? new Statement(this.#database, sql);
    if (sql.length <= LONGEST_KEPT) {
      this.#keep(sql, statement);
    }
    return statement;
  }

  close(): void {
    this.#kept.clear();
    this.#database.close();
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

class Statement implements SqliteStatement {
  #database: BetterSqlite3.Database;
  #statement: BetterSqlite3.Statement;

  constructor(database: BetterSqlite3.Database, sql: string) {
    this.#database = database;
    this.#statement = database.prepare(sql);
  }

  get reader(): boolean {
    return this.#statement.reader;
  }

  all(parameters: readonly unknown[]): unknown[] {
    return this.#statement.all(parameters.map(toSqlite));
  }

  run(parameters: readonly unknown[]): BetterSqlite3.RunResult {
    return this.#statement.run(parameters.map(toSqlite));
  }

  iterate(parameters: readonly unknown[]): IterableIterator<unknown> {
    // A statement of its own: the kept one may be asked for again while this one is still read.
    return this.#database.prepare(this.#statement.source).iterate(parameters.map(toSqlite));
  }
}

function toSqlite(value: unknown): unknown {
  if (typeof value === 'boolean') {
    return value ? 1n : 0n;
  }
  // better-sqlite3 binds every number as a real: 5 would be kept as '5.0' in a text column.
  if (Number.isSafeInteger(value)) {
    return BigInt(value as number);
  }
  return value instanceof Date ? BigInt(value.getTime()) : (value ?? null);
}
