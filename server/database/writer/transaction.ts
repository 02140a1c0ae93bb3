import { setTimeout } from 'node:timers/promises';

import type { QueryResult } from 'kysely';

import { isBusy } from '../sqlite-errors.ts';
import type { WritingConnection } from './connection.ts';
import type { WriterOptions } from './writer.ts';

/** What the writer wants to know of its transactions. */
interface TransactionEvents {
  onStatement(): void;
  /** @param begun whether there may be something to roll back */
  onEnd(begun: boolean): void;
}

/** One turn of a connection that writes. */
export class SqliteTransaction {
  readonly #connection: WritingConnection;
  readonly #options: Required<WriterOptions>;
  readonly #events: TransactionEvents;
  #begun = false;
  #wrote = false;
  #over = false;
  #cause: unknown;

  constructor(connection: WritingConnection, options: Required<WriterOptions>, events: TransactionEvents) {
    this.#connection = connection;
    this.#options = options;
    this.#events = events;
  }

  /** @param busyFor milliseconds to wait for another process that writes */
  async begin(sql: string, busyFor = this.#options.busyFor): Promise<void> {
    try {
      await this.#retryWhileBusy(() => this.#execute(sql, []), busyFor);
      this.#begun = true;
    } catch (error) {
      this.#fail(error);
    }
  }

  /**
   * @throws what SQLite throws; once it has rolled back by itself (a full disk makes it do so), the same for every
   *   statement that follows: without the transaction each of them would be kept by itself
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
      this.#events.onStatement();
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
        if (writes(sql)) this.#options.beforeCommit();
        return this.#execute<R>(sql, parameters);
      }, this.#options.busyFor);
      this.#begun = !wasOpen && this.#connection.inTransaction;
      if (this.#begun)
        throw new Error('A transaction is begun with transaction(), so that nobody else writes into it.');
      if (this.#wrote) this.#options.onCommit();
      return result;
    } catch (error) {
      return this.#fail(error);
    }
  }

  /** Whatever it throws, the transaction is over afterwards. */
  async commit(): Promise<void> {
    try {
      if (this.#wrote) this.#options.beforeCommit();
      await this.#execute('commit', []);
    } catch (error) {
      this.#fail(error);
    }
    if (this.#wrote) this.#options.onCommit();
    this.end();
  }

  /** Rolls back what is open and gives the connection to the next one. It works once, and never throws. */
  end(cause: unknown = new Error('The transaction is over.')): void {
    if (this.#over) return;
    this.#over = true;
    this.#cause = cause;
    this.#events.onEnd(this.#begun);
  }

  async #execute<R>(sql: string, parameters: readonly unknown[]): Promise<QueryResult<R>> {
    this.#throwIfOver();
    const { result, wrote } = await this.#connection.execute<R>(sql, parameters);
    // Not for an attempt that finds the file locked by another process.
    this.#events.onStatement();
    this.#wrote ||= wrote;
    return result;
  }

  /** SQLite itself would hold the thread while it waits. */
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
  }

  /** Told once, and thrown in place of what follows from it. */
  #fail(error: unknown): never {
    if (!this.#over) this.#options.onFailure(error);
    this.end(error);
    throw error;
  }
}

/** The longest pause between two attempts, in milliseconds. */
const LONGEST_PAUSE = 25;
