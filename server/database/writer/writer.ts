import { setImmediate } from 'node:timers/promises';

import type BetterSqlite3 from 'better-sqlite3';
import type { QueryResult } from 'kysely';

import { Mutex } from '../mutex.ts';
import { SqliteBusy } from '../sqlite-errors.ts';
import { LocalConnection } from './connection.ts';
import { ForeignCommits } from './foreign-commits.ts';
import type { WriterThread } from './thread.ts';
import { SqliteTransaction } from './transaction.ts';

/** What the owner of a writer wants to know, and how long the writer waits, in milliseconds. */
export interface WriterOptions {
  /** For a turn to write, while others of this process write. */
  waitFor?: number;
  /** For another process that writes. */
  busyFor?: number;
  /** A clock that never goes back. */
  monotonic?: () => number;
  /** Throws when a commit would be lost, such as when the file was deleted. */
  beforeCommit?: () => void;
  /** Told of each failure of a statement. */
  onFailure?: (error: unknown) => void;
  /** Told after each commit that wrote something. */
  onCommit?: () => void;
}

/**
 * Who writes. Transactions have their turn one after the other, and the event loop turns before each of them: SQLite
 * answers without waiting, so a queue of writes would run to its end before anything else. Long transactions have a
 * connection in a thread, all others the one in this thread.
 */
export class SqliteWriter {
  readonly #database: BetterSqlite3.Database;
  readonly #local: LocalConnection;
  readonly #thread: WriterThread | undefined;
  readonly #foreign: ForeignCommits;
  readonly #options: Required<WriterOptions>;
  readonly #mutex = new Mutex();
  /** A ROLLBACK failed and left its transaction open. */
  #unfinished = false;
  #progressAt = 0;

  /** @param thread absent: long transactions run in this thread as well */
  constructor(database: BetterSqlite3.Database, options: WriterOptions = {}, thread?: WriterThread) {
    this.#database = database;
    this.#local = new LocalConnection(database);
    this.#thread = thread;
    this.#foreign = new ForeignCommits(database);
    this.#options = {
      waitFor: 15_000,
      busyFor: 5000,
      monotonic: () => performance.now(),
      beforeCommit: () => undefined,
      onFailure: () => undefined,
      onCommit: () => undefined,
      ...options,
    };
  }

  /** Milliseconds since a statement of the transaction that has the connection succeeded; 0 when nobody has it. */
  stuckFor(): number {
    return this.#mutex.isHeld ? this.#options.monotonic() - this.#progressAt : 0;
  }

  /** Grows whenever another process has committed. */
  foreignCommits(): number {
    return this.#foreign.count();
  }

  /**
   * Waits for the connection.
   *
   * @param options.first whether to go before all who wait
   * @param options.long whether it may hold the event loop
   * @returns a transaction that has not begun; `end` it in any case
   * @throws SqliteBusy, or what SQLite throws when an earlier transaction cannot be rolled back even now
   */
  async open({ within = this.#options.waitFor, first = false, long = false } = {}): Promise<SqliteTransaction> {
    const release = await this.#lock(within, first);
    try {
      this.#onStatement();
      return long && this.#thread ? await this.#openInThread(this.#thread, release) : await this.#openHere(release);
    } catch (error) {
      release();
      this.#options.onFailure(error);
      throw error;
    }
  }

  async #openHere(release: () => void): Promise<SqliteTransaction> {
    await setImmediate();
    if (this.#unfinished) this.#rollBack();
    return new SqliteTransaction(this.#local, this.#options, {
      onStatement: this.#onStatement,
      onEnd: (begun) => {
        if (begun) this.#tryToRollBack();
        release();
      },
    });
  }

  async #openInThread(thread: WriterThread, release: () => void): Promise<SqliteTransaction> {
    const giveBack = await thread.take();
    try {
      const written = await this.#foreign.leaveOut(thread);
      return new SqliteTransaction(thread, this.#options, {
        onStatement: this.#onStatement,
        onEnd: () => void finish(written),
      });
    } catch (error) {
      giveBack();
      throw error;
    }

    async function finish(written: () => Promise<void>): Promise<void> {
      await thread.rollBack();
      await written();
      giveBack();
      release();
    }
  }

  /** Runs one statement as a transaction of its own. */
  async runAlone<R>(sql: string, parameters: readonly unknown[], signal?: AbortSignal): Promise<QueryResult<R>> {
    const transaction = await this.open();
    try {
      signal?.throwIfAborted();
      return await transaction.runAlone<R>(sql, parameters, (text) => !this.#local.isRead(text));
    } finally {
      transaction.end();
    }
  }

  /**
   * Takes the write lock and gives it back: that shows that no lock prevents writing. A long write of this process that makes
   * progress, such as an import, shows the same.
   *
   * @param within milliseconds that this may take
   * @param reallyWrite whether to write as well: a page with the same content, and a sync
   */
  async probe(within: number, reallyWrite: boolean): Promise<void> {
    const transaction = await this.#openToProbe(within);
    if (!transaction) return;
    try {
      await transaction.begin('begin immediate', within);
      if (reallyWrite) await this.#writeTheSame(transaction);
    } finally {
      transaction.end();
    }
  }

  async #openToProbe(within: number): Promise<SqliteTransaction | null> {
    try {
      return await this.open({ within, first: true });
    } catch (error) {
      if (error instanceof SqliteBusy && !this.#isStuck(within)) return null;
      throw error;
    }
  }

  async #writeTheSame(transaction: SqliteTransaction): Promise<void> {
    const { rows } = await transaction.run<{ user_version: number }>('pragma user_version', []);
    await transaction.run(`pragma user_version = ${rows[0]!.user_version}`, []);
    await transaction.commit();
    this.#options.onCommit();
  }

  async #lock(within: number, first: boolean): Promise<() => void> {
    const late = () => new SqliteBusy(`Other writes of this process took longer than ${within / 1000} seconds.`);
    try {
      return await this.#mutex.lock({ within, first, late });
    } catch (error) {
      // A probe alone is no reason for a line in the log while others of this process write.
      if (!first || this.#isStuck(within)) this.#options.onFailure(error);
      throw error;
    }
  }

  /** A statement of a long transaction may take longer than a probe. */
  #isStuck(within: number): boolean {
    return this.stuckFor() >= (this.#thread?.isWorking ? LONG_STATEMENT : within);
  }

  readonly #onStatement = (): void => {
    this.#progressAt = this.#options.monotonic();
  };

  #tryToRollBack(): void {
    try {
      this.#rollBack();
    } catch (error) {
      this.#options.onFailure(error);
    }
  }

  #rollBack(): void {
    this.#unfinished = this.#database.inTransaction;
    if (!this.#unfinished) return;
    this.#database.exec('rollback');
    this.#unfinished = false;
  }
}

/** Milliseconds after which a single statement of a long transaction counts as stuck. */
const LONG_STATEMENT = 20_000;
