import type { LocalConnection } from './connection.ts';

/** The maximum number of transactions of one COMMIT. */
const MOST = 32;
/** After this time in milliseconds no further transaction joins, so that the first one is answered soon. */
const LONGEST = 20;

const SAVEPOINT = 'savepoint octavo_shared';
const RELEASE = 'release octavo_shared';
const UNDO = 'rollback to octavo_shared';

/**
 * One COMMIT for several transactions in direct succession: a COMMIT takes longer than all their statements, and writes a
 * page that several of them change only once. Each caller is answered after it. All but the first one run in a savepoint, so
 * that each can be rolled back separately. If SQLite rolls back by itself, all of them fail.
 */
export class SharedCommit {
  readonly #connection: LocalConnection;
  readonly #commit: () => void;
  readonly #monotonic: () => number;
  /** The finished transactions, which wait for the COMMIT. */
  #waiting: PromiseWithResolvers<void>[] = [];
  #begunAt = 0;
  #wrote = false;

  /**
   * @param commit runs the COMMIT; its argument says whether anything was written. If it throws, it has rolled back
   * @param monotonic a monotonic clock
   */
  constructor(connection: LocalConnection, commit: (wrote: boolean) => void, monotonic: () => number) {
    this.#connection = connection;
    this.#monotonic = monotonic;
    this.#commit = () => commit(this.#wrote);
  }

  /** Whether transactions wait for the COMMIT. */
  get isAwaited(): boolean {
    return this.#waiting.length > 0;
  }

  /** Whether another transaction may join. */
  get isOpen(): boolean {
    return this.#waiting.length < MOST && this.#monotonic() - this.#begunAt < LONGEST;
  }

  /** Returns the statement that begins a transaction. */
  beginning(sql: string): string {
    if (this.isAwaited) return SAVEPOINT;
    this.#begunAt = this.#monotonic();
    return sql;
  }

  /**
   * Adds a finished transaction.
   *
   * @returns resolves after the COMMIT; rejects if it fails
   */
  take(wrote: boolean): Promise<void> {
    const waiting = Promise.withResolvers<void>();
    try {
      if (this.isAwaited) this.#connection.execute(RELEASE, []);
      this.#waiting.push(waiting);
      this.#wrote ||= wrote;
    } catch (error) {
      waiting.reject(error);
      this.fail(error);
    }
    return waiting.promise;
  }

  /** Rolls back the current transaction and commits the others. Returns the error if these could not be committed. */
  undoLast(): unknown {
    try {
      this.#connection.execute(UNDO, []);
      this.#connection.execute(RELEASE, []);
    } catch (error) {
      this.fail(error);
      return error;
    }
    return this.commit();
  }

  /** Commits, and answers the callers. Returns the error if it failed; never throws. */
  commit(): unknown {
    if (!this.isAwaited) return undefined;
    try {
      this.#commit();
    } catch (error) {
      this.fail(error);
      return error;
    }
    this.#settle((one) => one.resolve());
    return undefined;
  }

  /** Rejects all finished transactions; the caller rolls back. */
  fail(error: unknown): void {
    this.#settle((one) => one.reject(error));
  }

  #settle(how: (one: PromiseWithResolvers<void>) => void): void {
    this.#wrote = false;
    this.#waiting.splice(0).forEach(how);
  }
}
