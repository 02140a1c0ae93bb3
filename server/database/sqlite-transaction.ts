import { setTimeout } from 'node:timers/promises';

import type BetterSqlite3 from 'better-sqlite3';
import type { QueryResult } from 'kysely';

import { isBusy } from './sqlite-errors.ts';
import type { Statements } from './sqlite-statements.ts';
import type { WriterOptions } from './sqlite-writer.ts';

/** What the writer wants to know of its transactions. */
interface TransactionEvents {
  onStatement(): void;
  /** @param begun whether there may be something to roll back */
  onEnd(begun: boolean): void;
}

/** One turn of the connection that writes. */
export class SqliteTransaction {
  readonly #database: BetterSqlite3.Database;
  readonly #statements: Statements;
  readonly #options: Required<WriterOptions>;
  readonly #events: TransactionEvents;
  #begun = false;
  #wrote = false;
  #over = false;
  #cause: unknown;

  constructor(
    database: BetterSqlite3.Database,
    statements: Statements,
    options: Required<WriterOptions>,
    events: TransactionEvents,
  ) {
    this.#database = database;
    this.#statements = statements;
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
  run<R>(sql: string, parameters: readonly unknown[]): QueryResult<R> {
    this.#throwIfOver();
    try {
      return this.#execute<R>(sql, parameters);
    } catch (error) {
      if (this.#database.inTransaction) this.#options.onFailure(error);
      else this.#fail(error);
      throw error;
    }
  }

  *iterate<R>(sql: string, parameters: readonly unknown[]): IterableIterator<R> {
    this.#throwIfOver();
    for (const row of this.#statements.prepare(sql).iterate<R>(parameters)) {
      this.#events.onStatement();
      yield row;
    }
  }

  /** Runs one statement without BEGIN and COMMIT. */
  async runAlone<R>(sql: string, parameters: readonly unknown[]): Promise<QueryResult<R>> {
    const wasOpen = this.#database.inTransaction;
    try {
      const result = await this.#retryWhileBusy(() => {
        if (!this.#statements.prepare(sql).isRead) this.#options.beforeCommit();
        return this.#execute<R>(sql, parameters);
      }, this.#options.busyFor);
      this.#begun = !wasOpen && this.#database.inTransaction;
      if (this.#begun)
        throw new Error('A transaction is begun with transaction(), so that nobody else writes into it.');
      if (this.#wrote) this.#options.onCommit();
      return result;
    } catch (error) {
      return this.#fail(error);
    }
  }

  /** Whatever it throws, the transaction is over afterwards. */
  commit(): void {
    this.#throwIfOver();
    try {
      if (this.#wrote) this.#options.beforeCommit();
      this.#execute('commit', []);
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

  #execute<R>(sql: string, parameters: readonly unknown[]): QueryResult<R> {
    const statement = this.#statements.prepare(sql);
    const result = statement.run<R>(parameters);
    // Not for an attempt that finds the file locked by another process.
    this.#events.onStatement();
    this.#wrote ||= statement.wrote(result);
    return result;
  }

  /** SQLite itself would hold the event loop while it waits. */
  async #retryWhileBusy<T>(attempt: () => T, busyFor: number): Promise<T> {
    const until = performance.now() + busyFor;
    for (let pause = 1; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
      try {
        return attempt();
      } catch (error) {
        if (!isBusy(error) || performance.now() + pause > until) throw error;
      }
      await setTimeout(pause);
    }
  }

  #throwIfOver(): void {
    if (this.#over) throw this.#cause;
  }

  #fail(error: unknown): never {
    this.#options.onFailure(error);
    this.end(error);
    throw error;
  }
}

/** The longest pause between two attempts, in milliseconds. */
const LONGEST_PAUSE = 25;
