import type BetterSqlite3 from 'better-sqlite3';
import type { QueryResult } from 'kysely';

import { remainingWait, QueueTimeout } from '../queue-timeout.ts';
import { Semaphore, type LockOptions } from '../semaphore.ts';
import { LocalConnection } from './connection.ts';
import { ForeignCommits } from './foreign-commits.ts';
import { defaults, type WriterOptions } from './options.ts';
import { probe } from './probe.ts';
import { Progress } from './progress.ts';
import { SharedCommit } from './shared-commit.ts';
import type { WriterThread } from './thread.ts';
import { SqliteTransaction } from './transaction.ts';
import { inBackground } from '../../../../routers/base/defects.ts';
import { turnsOfArrivals } from '../../../process/turns.ts';

/**
 * Queues writes. Transactions run one at a time, and the event loop runs before each of them: SQLite responds without
 * waiting, so a queue of writes would otherwise run to its end first. Long transactions use a connection in a thread,
 * all others the one in this thread. Of the latter, those that wait for each other share a COMMIT.
 */
export class SqliteWriter {
  readonly #local: LocalConnection;
  readonly #thread: WriterThread | undefined;
  readonly #foreign: ForeignCommits;
  readonly #shared: SharedCommit;
  readonly #options: Required<WriterOptions>;
  readonly #turn = new Semaphore();
  readonly #progress: Progress;

  /** @param thread absent: long transactions run in this thread too */
  constructor(database: BetterSqlite3.Database, options: WriterOptions = {}, thread?: WriterThread) {
    this.#local = new LocalConnection(database);
    this.#thread = thread;
    this.#foreign = new ForeignCommits(database);
    this.#options = { ...defaults, ...options };
    this.#progress = new Progress({
      isHeld: () => this.#turn.isHeld,
      isInThread: () => thread?.isWorking ?? false,
      monotonic: this.#options.monotonic,
    });
    this.#shared = new SharedCommit(this.#local, (wrote) => this.#commit(wrote), this.#options.monotonic);
  }

  /** Milliseconds since the last success of the transaction that occupies the connection; 0 if it is free. */
  stuckFor(): number {
    return this.#progress.stuckFor();
  }

  /** The average time of a write while others wait, in milliseconds; 0 until it is known. */
  get pace(): number {
    return this.#turn.pace;
  }

  /** Grows whenever another process has committed. */
  foreignCommits(): number {
    return this.#foreign.count();
  }

  /**
   * Waits for the connection.
   *
   * @param options.first whether to take precedence over waiting callers
   * @param options.long whether it may take long, and runs in the thread
   * @returns a transaction that has not begun; call `end` in any case
   * @throws QueueTimeout; SqliteBusy if nothing has progressed; the error of SQLite if an earlier transaction still
   *   cannot be rolled back
   */
  async open({
    within = this.#options.waitFor,
    first = false,
    long = false,
    shares = false,
  } = {}): Promise<SqliteTransaction> {
    // The thread first: it may be busy with a checkpoint, for which no short write has to wait.
    const wait = { within: remainingWait(within), first, late: this.#progress.errorAfter(within) };
    if (long && this.#thread) return this.#openInThread(this.#thread, wait);
    const release = await this.#lock(wait);
    try {
      this.#progress.note();
      if (!shares) this.#shared.commit();
      return await this.#openHere(release, shares && !long);
    } catch (error) {
      release();
      this.#options.onFailure(error);
      throw error;
    }
  }

  async #openHere(release: () => void, shares: boolean): Promise<SqliteTransaction> {
    await turnsOfArrivals();
    if (this.#local.isUnfinished) this.#local.rollBack();
    return new SqliteTransaction(this.#local, this.#options, {
      onStatement: this.#progress.note,
      beginning: (sql) => this.#shared.beginning(sql),
      commit: (wrote) => {
        const committed = this.#shared.take(wrote);
        if (!shares) this.#shared.commit();
        release();
        return committed;
      },
      onUnheard: () => this.#foreign.add(),
      end: (begun, cause) => {
        const failure = begun ? this.#undo(cause) : undefined;
        release();
        return failure;
      },
    });
  }

  async #openInThread(thread: WriterThread, wait: LockOptions): Promise<SqliteTransaction> {
    const begun = this.#options.monotonic();
    const giveBack = await this.#awaitLock(thread.take(wait));
    let release = (): void => undefined;
    try {
      release = await this.#lock({ ...wait, within: Math.max(0, wait.within - this.#options.monotonic() + begun) });
      const written = await this.#prepare(thread);
      return new SqliteTransaction(thread, this.#options, {
        onStatement: this.#progress.note,
        beginning: (sql) => sql,
        commit: (wrote) => this.#commitIn(thread, wrote),
        onUnheard: () => this.#foreign.add(),
        end: () => {
          inBackground(finish(written));
          return undefined;
        },
      });
    } catch (error) {
      giveBack();
      release();
      throw error;
    }

    async function finish(written: () => Promise<void>): Promise<void> {
      try {
        await thread.rollBack();
        await written();
      } finally {
        giveBack();
        release();
      }
    }
  }

  async #prepare(thread: WriterThread): Promise<() => Promise<void>> {
    try {
      this.#progress.note();
      this.#shared.commit();
      return await this.#foreign.excludeThread(thread);
    } catch (error) {
      this.#options.onFailure(error);
      throw error;
    }
  }

  async #commitIn(thread: WriterThread, wrote: boolean): Promise<void> {
    if (wrote) for (const sql of this.#options.beforeCommit()) await thread.execute(sql, []);
    await thread.execute('commit', []);
    this.#progress.note();
    if (wrote) this.#acknowledge();
  }

  /** Runs one statement as a separate transaction. */
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
   * Checks that writing is possible (`probe.ts`).
   *
   * @param within the timeout in milliseconds
   * @param reallyWrite whether to write as well
   */
  probe(within: number, reallyWrite: boolean): Promise<void> {
    return probe({ open: this.open.bind(this), onCommit: this.#options.onCommit }, within, reallyWrite);
  }

  async #lock(wait: LockOptions): Promise<() => void> {
    const release = await this.#awaitLock(this.#turn.lock(wait));
    return once(() => {
      if (!this.#turn.isAwaited || !this.#shared.isOpen) this.#shared.commit();
      if (!this.#shared.isAwaited) this.#tryToRollBack();
      release();
    });
  }

  /** Reports when the connection does not become free; a long queue that moves is no failure. */
  async #awaitLock(locked: Promise<() => void>): Promise<() => void> {
    try {
      return await locked;
    } catch (error) {
      if (!(error instanceof QueueTimeout)) this.#options.onFailure(error);
      throw error;
    }
  }

  #commit(wrote: boolean): void {
    try {
      if (wrote) for (const sql of this.#options.beforeCommit()) this.#local.execute(sql, []);
      this.#local.execute('commit', []);
    } catch (error) {
      this.#tryToRollBack();
      throw error;
    }
    this.#progress.note();
    if (wrote) this.#acknowledge();
  }

  /** @throws if what was committed may be lost */
  #acknowledge(): void {
    this.#options.afterCommit();
    this.#options.onCommit();
  }

  /** Rolls back the current transaction. Those whose data it may have read are committed before it is answered. */
  #undo(cause: unknown): unknown {
    if (this.#shared.isAwaited && this.#local.inTransaction) {
      const failure = this.#shared.undoLast();
      if (failure !== undefined) this.#tryToRollBack();
      return failure;
    }
    this.#shared.fail(cause);
    this.#tryToRollBack();
    return undefined;
  }

  #tryToRollBack(): void {
    try {
      this.#local.rollBack();
    } catch (error) {
      this.#options.onFailure(error);
    }
  }
}

function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    work();
  };
}
