import type BetterSqlite3 from 'better-sqlite3';
import { CompiledQuery, SqliteDriver } from 'kysely';
import type { DatabaseConnection, QueryResult, TransactionSettings } from 'kysely';

import { isLong } from '../../../routers/data/long-transaction.ts';
import { SqliteNotCommitted } from './sqlite-errors.ts';
import { limitCache } from './sqlite-pragmas.ts';
import { Statements } from './sqlite-statements.ts';
import { turnWhenDue } from '../../process/turns.ts';
import type { SqliteTransaction } from './writer/transaction.ts';
import type { SqliteWriter } from './writer/writer.ts';

/** The connections behind the driver. */
export interface SqliteConnections {
  writer: SqliteWriter;
  /** Only reads, and never waits for writers; without it, reads are queued with writes. */
  reader?: BetterSqlite3.Database | undefined;
  /** Called before each read of `reader`; throws if nothing may be read any more. */
  beforeRead?(): void;
  /** Called for each failed read. */
  onFailure?(error: unknown): void;
  close(): void | Promise<void>;
}

/**
 * Kysely's driver for SQLite with one connection that writes and one that reads. Callers get only a handle: a
 * transaction takes the writer when it begins and releases it when it ends in any way, so that a caller that fails to
 * do so cannot block others.
 */
export class OctavoSqliteDriver extends SqliteDriver {
  readonly #connections: SqliteConnections;
  readonly #reads: Statements | undefined;

  constructor(connections: SqliteConnections) {
    super({ database: () => Promise.reject(new Error('This driver has connections of its own.')) });
    this.#connections = connections;
    this.#reads = connections.reader && new Statements(connections.reader);
  }

  override async init(): Promise<void> {
    const { reader } = this.#connections;
    try {
      // With the first read, since it reads the schema.
      if (reader) limitCache(reader);
    } catch {
      // That read reports why.
    }
  }

  override acquireConnection(): Promise<Handle> {
    return Promise.resolve(new Handle(this.#connections, this.#reads));
  }

  /** Transactions take the write lock when they begin: one that reads first could fail later with SQLITE_BUSY. */
  override async beginTransaction(connection: Handle, settings?: TransactionSettings): Promise<void> {
    await connection.begin(settings?.accessMode === 'read only' ? BEGIN : BEGIN_IMMEDIATE);
  }

  override async commitTransaction(connection: Handle): Promise<void> {
    await connection.executeQuery(COMMIT);
  }

  override async rollbackTransaction(connection: Handle): Promise<void> {
    await connection.executeQuery(ROLLBACK);
  }

  override async releaseConnection(connection?: DatabaseConnection): Promise<void> {
    if (connection instanceof Handle) connection.release();
  }

  override async destroy(): Promise<void> {
    await this.#connections.close();
  }
}

const BEGIN = CompiledQuery.raw('begin');
const BEGIN_IMMEDIATE = CompiledQuery.raw('begin immediate');
const COMMIT = CompiledQuery.raw('commit');
const ROLLBACK = CompiledQuery.raw('rollback');

class Handle implements DatabaseConnection {
  readonly #connections: SqliteConnections;
  readonly #reads: Statements | undefined;
  /** From BEGIN until its outcome is reported. */
  #transaction: SqliteTransaction | null = null;
  #released = false;

  constructor(connections: SqliteConnections, reads: Statements | undefined) {
    this.#connections = connections;
    this.#reads = reads;
  }

  async begin(query: CompiledQuery): Promise<void> {
    this.#transaction = await this.#connections.writer.open({ long: isLong(), shares: query === BEGIN_IMMEDIATE });
    try {
      if (this.#released) throw new Error('The connection was released before its transaction began.');
      await this.executeQuery(query);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** BEGIN, COMMIT and ROLLBACK are executed here too, so that Kysely logs them. */
  async executeQuery<R>(query: CompiledQuery, options?: { signal?: AbortSignal }): Promise<QueryResult<R>> {
    const { sql, parameters } = query;
    if (query === ROLLBACK) this.#rollBack();
    else if (!this.#transaction) return this.#runAlone(sql, parameters, options?.signal);
    else if (query === BEGIN || query === BEGIN_IMMEDIATE) await this.#transaction.begin(sql);
    else if (query === COMMIT) await this.#commit(this.#transaction);
    else return this.#transaction.run(sql, parameters);
    return { rows: [] };
  }

  async *streamQuery<R>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    const own = this.#transaction === null ? await this.#connections.writer.open() : null;
    try {
      for await (const row of (own ?? this.#transaction)!.iterate<R>(sql, parameters)) yield { rows: [row] };
    } finally {
      own?.end();
    }
  }

  /**
   * Rolls back an open transaction.
   *
   * @returns the error if transactions whose data it may have read could not be committed
   */
  close(): unknown {
    const failure = this.#transaction?.end();
    this.#transaction = null;
    return failure;
  }

  release(): void {
    this.#released = true;
    this.close();
  }

  /** @throws SqliteNotCommitted */
  #rollBack(): void {
    const failure = this.close();
    if (failure !== undefined) throw new SqliteNotCommitted(failure);
  }

  /** After a failed COMMIT the transaction stays here, so that no statement runs outside of it. */
  async #commit(transaction: SqliteTransaction): Promise<void> {
    await transaction.commit();
    this.#transaction = null;
  }

  async #runAlone<R>(sql: string, parameters: readonly unknown[], signal?: AbortSignal): Promise<QueryResult<R>> {
    await turnWhenDue();
    return this.#tryRead<R>(sql, parameters) ?? this.#connections.writer.runAlone<R>(sql, parameters, signal);
  }

  #tryRead<R>(sql: string, parameters: readonly unknown[]): QueryResult<R> | null {
    if (!this.#reads || !READ.test(sql)) return null;
    try {
      this.#connections.beforeRead?.();
      const statement = this.#reads.prepare(sql);
      return statement.isRead ? statement.run<R>(parameters) : null;
    } catch (error) {
      this.#connections.onFailure?.(error);
      throw error;
    }
  }
}

/** The prefixes of statements that only read; others, pragmas included, need the connection that writes. */
const READ = /^\s*(select|with|values)\b/i;
