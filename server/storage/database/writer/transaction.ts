import { setTimeout } from 'node:timers/promises';

import type { QueryResult } from 'kysely';

import { isBusy } from '../sqlite-errors.ts';
import type { WritingConnection } from './connection.ts';
import type { WriterOptions } from './options.ts';

/** The callbacks of the writer for a transaction. */
interface Turn {
  onStatement(): void;
  /** Returns the statement that begins the transaction. */
  beginning(sql: string): string;
  /**
   * Commits the transaction, or rolls it back and rejects. The connection may run the next transaction before that.
   *
   * @param wrote whether it wrote anything
   */
  commit(wrote: boolean): Promise<void>;
  /** Called after a commit for which the caller no longer waits. */
  onUnheard(): void;
  /**
   * Rolls back and releases the connection. Runs once.
   *
   * @param begun whether there may be changes to roll back
   * @returns as `SqliteTransaction.end`
   */
  end(begun: boolean, cause: unknown): unknown;
}

/** The exclusive use of a writing connection. */
export class SqliteTransaction {
  readonly #connection: WritingConnection;
  readonly #options: Required<WriterOptions>;
  readonly #turn: Turn;
  #begun = false;
  #wrote = false;
  #isCommitting = false;
  #over = false;
  #cause: unknown;

  constructor(connection: WritingConnection, options: Required<WriterOptions>, turn: Turn) {
    this.#connection = connection;
    this.#options = options;
    this.#turn = turn;
  }

  /** @param busyFor how long to wait for another writing process, in milliseconds */
  async begin(sql: string, busyFor = this.#options.busyFor): Promise<void> {
    try {
      if (sql === 'begin') this.#options.beforeRead();
      else this.#options.beforeWrite();
      const beginning = this.#turn.beginning(sql);
      await this.#retryWhileBusy(() => this.#execute(beginning, []), busyFor);
      this.#begun = true;
    } catch (error) {
      this.#fail(error);
    }
  }

  /**
   * @throws the error of SQLite. Once SQLite has rolled back by itself, such as on a full disk, further statements
   *   throw the same error: outside of the transaction each of them would be stored on its own
   */
  async run<R>(sql: string, parameters: readonly unknown[]): Promise<QueryResult<R>> {
    try {
      return await this.#execute<R>(sql, parameters);
    } catch (error) {
      if (this.#over) throw error;
      if (!this.#connection.inTransaction) this.#fail(error);
      this.#options.onFailure(error);
      throw error;
    }
  }

  async *iterate<R>(sql: string, parameters: readonly unknown[]): AsyncIterableIterator<R> {
    this.#throwIfOver();
    for (const row of await this.#connection.iterate<R>(sql, parameters)) {
      this.#turn.onStatement();
      yield row;
    }
  }

  /**
   * Runs one statement without BEGIN and COMMIT.
   *
   * @param writes whether it may write
   */
  async runAlone<R>(
    sql: string,
    parameters: readonly unknown[],
    writes: (sql: string) => boolean,
  ): Promise<QueryResult<R>> {
    const wasOpen = this.#connection.inTransaction;
    try {
      const result = await this.#retryWhileBusy(() => {
        if (writes(sql)) this.#options.beforeWrite();
        else this.#options.beforeRead();
        return this.#execute<R>(sql, parameters);
      }, this.#options.busyFor);
      this.#begun = !wasOpen && this.#connection.inTransaction;
      if (this.#begun)
        throw new Error('Begin a transaction with transaction(), so that no other caller writes into it.');
      if (this.#wrote) {
        this.#options.afterCommit();
        this.#options.onCommit();
      }
      return result;
    } catch (error) {
      return this.#fail(error);
    }
  }

  /** The transaction is over afterwards, even if this throws. */
  async commit(): Promise<void> {
    this.#throwIfOver();
    // The connection may run the next transaction before this one is committed.
    this.#begun = false;
    this.#isCommitting = true;
    try {
      await this.#turn.commit(this.#wrote);
    } catch (error) {
      this.#fail(error);
    }
    if (this.#over) this.#turn.onUnheard();
    this.end();
  }

  /**
   * Rolls back an open transaction and releases the connection. Runs once, never throws.
   *
   * @returns the error if the transactions that share its COMMIT, and whose data it may have read, could not be committed
   */
  end(cause: unknown = new Error('The transaction is over.')): unknown {
    if (this.#over) return undefined;
    this.#over = true;
    this.#cause = cause;
    return this.#turn.end(this.#begun, cause);
  }

  async #execute<R>(sql: string, parameters: readonly unknown[]): Promise<QueryResult<R>> {
    this.#throwIfOver();
    const { result, wrote } = await this.#connection.execute<R>(sql, parameters);
    // Not called for attempts that find the file locked by another process.
    this.#turn.onStatement();
    this.#wrote ||= wrote;
    return result;
  }

  /** SQLite itself would block the thread while it waits. */
  async #retryWhileBusy<T>(attempt: () => Promise<T>, busyFor: number): Promise<T> {
    const until = performance.now() + busyFor;
    for (let pause = 1; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
      try {
        return await attempt();
      } catch (error) {
        if (!isBusy(error) || performance.now() + pause > until) throw error;
      }
      await setTimeout(pause);
    }
  }

  #throwIfOver(): void {
    if (this.#over) throw this.#cause;
    if (this.#isCommitting) throw new Error('The transaction is being committed.');
  }

  /** Reports the first error, and throws it in place of subsequent ones. */
  #fail(error: unknown): never {
    if (!this.#over) this.#options.onFailure(error);
    this.end(error);
    throw error;
  }
}

/** The maximum pause between two attempts, in milliseconds. */
const LONGEST_PAUSE = 25;
