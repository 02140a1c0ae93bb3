import {
  CompiledQuery,
  PostgresDialect,
  PostgresDriver,
  type DatabaseConnection,
  type Driver,
  type PostgresDialectConfig,
  type PostgresPool,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type { Pool } from 'pg';
import Cursor from 'pg-cursor';

import { lendFrom, type BeforeLending } from './postgres-lending.ts';
import { remainingWait, LONGEST_WAIT, QueueTimeout } from './queue-timeout.ts';
import type { Semaphore } from './semaphore.ts';

/**
 * How long a statement may wait for a lock, in milliseconds: longer than for a connection, so that those who wait for the
 * connections of statements that wait in vain give up first, and do not wait in vain themselves.
 */
export const LOCK_TIMEOUT = 4_500;
/**
 * From this time on, in milliseconds, a statement has probably waited for a lock longer than in a queue of writes that
 * moves.
 */
const SLOW = 400;
/** How long a transaction that has waited for locks may always wait for another, in milliseconds. */
const SHORT_WAIT = 200;

/**
 * Kysely's dialect for PostgreSQL, but a connection is always returned to the pool, and closed if it is broken or still
 * in a transaction. Kysely never releases it when BEGIN, COMMIT or ROLLBACK fails, so a restart of PostgreSQL under
 * load exhausted the pool. Writing transactions queue for their turn before they take a connection.
 */
export class OctavoPostgresDialect extends PostgresDialect {
  readonly #pool: PostgresPool;
  readonly #writers: Semaphore;

  /**
   * @param writers limits how many transactions write at a time
   * @param beforeLending verifies a connection; see `IdentityGuard`
   */
  constructor(pool: Pool, writers: Semaphore, beforeLending?: BeforeLending) {
    const lending = lendFrom(pool, beforeLending);
    super({ pool: lending, cursor: Cursor });
    this.#pool = lending;
    this.#writers = writers;
  }

  override createDriver(): Driver {
    return new OctavoPostgresDriver({ pool: this.#pool, cursor: Cursor }, this.#writers);
  }
}

class OctavoPostgresDriver extends PostgresDriver {
  readonly #writers: Semaphore;
  /** When a writing transaction was last committed. */
  #committedAt = 0;

  constructor(config: PostgresDialectConfig, writers: Semaphore) {
    super(config);
    this.#writers = writers;
  }

  override acquireConnection(): Promise<Handle> {
    return Promise.resolve(
      new Handle(
        () => super.acquireConnection(),
        (connection) => super.releaseConnection(connection as never),
      ),
    );
  }

  /** @throws QueueTimeout */
  override async beginTransaction(connection: Handle, settings: TransactionSettings): Promise<void> {
    if (settings.accessMode === 'read only') return super.beginTransaction(connection, settings);
    const since = performance.now();
    connection.holdTurn(await this.#turnToWrite(since));
    const waited = performance.now() - since;
    await super.beginTransaction(connection, settings);
    if (this.#committedAt < since) await connection.countWait(waited);
  }

  /** Gives up early when all others wait for a lock in vain: this one would do the same. */
  #turnToWrite(since: number): Promise<() => void> {
    return this.#writers.lock({
      within: remainingWait(LONGEST_WAIT),
      late: () => new QueueTimeout(),
      stuck: { after: LOCK_TIMEOUT, holds: () => this.#committedAt < since },
    });
  }

  override async commitTransaction(connection: Handle): Promise<void> {
    await super.commitTransaction(connection);
    if (connection.hasTurn) this.#committedAt = performance.now();
  }

  /** An error here would hide the original one; a connection in a transaction is closed afterwards. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback')).catch(() => undefined);
  }

  override async releaseConnection(connection: DatabaseConnection): Promise<void> {
    if (connection instanceof Handle) connection.release();
  }
}

const BEGIN = /^(?:begin|start transaction)/;
const END = /^(?:commit|rollback)$/;
const NOTHING = { rows: [] };

/** What Kysely gets as a connection: takes one from the pool with its first statement. */
class Handle implements DatabaseConnection {
  readonly #take: () => Promise<DatabaseConnection>;
  readonly #giveBack: (connection: DatabaseConnection) => Promise<void>;
  #connection: Promise<DatabaseConnection> | undefined;
  #isReleased = false;
  /** The statement that begins a transaction, until there is one to send with it. */
  #begin: string | null = null;
  #endTurn: (() => void) | undefined;
  /** How long its writing transaction has waited for its turn and for locks, in milliseconds. */
  #waited = 0;

  constructor(take: () => Promise<DatabaseConnection>, giveBack: (connection: DatabaseConnection) => Promise<void>) {
    this.#take = take;
    this.#giveBack = giveBack;
  }

  async executeQuery<R>(...query: Parameters<DatabaseConnection['executeQuery']>): Promise<QueryResult<R>> {
    const [{ sql }] = query;
    if (BEGIN.test(sql)) {
      this.#begin = sql;
      return NOTHING;
    }
    if (this.#begin !== null && END.test(sql)) {
      this.#begin = null;
      return NOTHING;
    }
    if (!this.hasTurn || sql === 'commit') return this.#send<R>(...query);
    const began = performance.now();
    const result = await this.#send<R>(...query);
    await this.countWait(performance.now() - began);
    return result;
  }

  /** Sends a first statement without parameters together with the beginning of its transaction. */
  async #send<R>(query: CompiledQuery, ...options: unknown[]): Promise<QueryResult<R>> {
    const connection = await this.#connect();
    const begin = this.#begin;
    this.#begin = null;
    if (begin === null) return connection.executeQuery<R>(query, ...(options as []));
    if (query.parameters.length > 0) await connection.executeQuery(CompiledQuery.raw(begin));
    const sql = query.parameters.length > 0 ? query.sql : `${begin}; ${query.sql}`;
    return connection.executeQuery<R>({ ...query, sql }, ...(options as []));
  }

  /**
   * PostgreSQL limits the wait for each lock, and a transaction takes several: those that queue behind one that waits in
   * vain would wait in vain themselves, one after the other.
   *
   * @param took in milliseconds
   */
  async countWait(took: number): Promise<void> {
    if (took < SLOW) return;
    this.#waited += took;
    const left = Math.max(SHORT_WAIT, Math.ceil(LOCK_TIMEOUT - this.#waited));
    await this.#send(CompiledQuery.raw(`set local lock_timeout = ${left}`));
  }

  async *streamQuery<R>(
    ...query: Parameters<DatabaseConnection['streamQuery']>
  ): AsyncIterableIterator<QueryResult<R>> {
    if (this.#begin !== null) await this.#send(CompiledQuery.raw('select'));
    const connection = await this.#connect();
    yield* connection.streamQuery<R>(...query);
  }

  get hasTurn(): boolean {
    return this.#endTurn !== undefined;
  }

  /** Keeps the turn of a writing transaction until the release, which a deadline may have caused before the turn came. */
  holdTurn(endTurn: () => void): void {
    this.#endTurn = endTurn;
    if (!this.#isReleased) return;
    endTurn();
    throw new Error('The connection was released before its transaction began.');
  }

  /** Also returns a connection that arrives later. */
  release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    this.#endTurn?.();
    this.#connection?.then(this.#giveBack).catch(() => undefined);
  }

  #connect(): Promise<DatabaseConnection> {
    if (this.#isReleased) throw new Error('The connection was released before its statement.');
    this.#connection ??= this.#take();
    return this.#connection;
  }
}
