import { AsyncLocalStorage } from 'node:async_hooks';

/** The code of DeadlineExceeded. */
export const DEADLINE_EXCEEDED = 'DEADLINE_EXCEEDED';

/** How long a request may wait for the database in total, in milliseconds: one second less than its timeout. */
const DEADLINE = 14_000;

/** How long a rollback may take after the deadline, in milliseconds. */
const CLEAN_UP = 1000;

/** The database did not respond in time. A running statement may have been executed, or may be executed later. */
export class DeadlineExceeded extends Error {
  // MikroORM wraps the error, and keeps the code.
  readonly code = DEADLINE_EXCEEDED;
}

/**
 * Limits how long `work` waits for the database in total. After the deadline, pending and further calls reject with
 * DeadlineExceeded. Background work after the end of `work` has no deadline.
 *
 * @param milliseconds default: 14 s
 */
export function withDeadline<T>(work: () => Promise<T>, milliseconds = DEADLINE): Promise<T> {
  const budget = new Budget(milliseconds);
  return budgets.run(budget, work).finally(() => budget.end());
}

/** Runs work of any length without a deadline, such as imports and exports. */
export function withoutDeadline<T>(work: () => T): T {
  return budgets.exit(work);
}

/**
 * For the database driver: applies the deadline of the surrounding `withDeadline` to a call.
 *
 * @param call gets a signal that is aborted at the deadline: work that has not begun by then must not begin
 */
export function beforeDeadline<T>(call: (signal?: AbortSignal) => Promise<T>): Promise<T> {
  const budget = budgets.getStore();
  return budget?.isOpen ? budget.spend(call) : call();
}

/** The same for clean-up, which must run after the deadline as well, and has a second of its own. */
export function toCleanUp<T>(call: () => Promise<T>): Promise<T> {
  return budgets.getStore()?.isOpen ? withDeadline(call, CLEAN_UP) : call();
}

const budgets = new AsyncLocalStorage<Budget>();

class Budget {
  isOpen = true;
  #left: number;
  #waiting = 0;
  #since = 0;
  #timer: NodeJS.Timeout | undefined;
  readonly #aborting = new AbortController();
  readonly #expired = Promise.withResolvers<never>();

  constructor(milliseconds: number) {
    this.#left = milliseconds;
    this.#expired.promise.catch(() => undefined);
  }

  async spend<T>(call: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (this.#left <= 0) throw new DeadlineExceeded('The database kept this request waiting for too long.');
    if (this.#waiting++ === 0) this.#begin();
    try {
      return await Promise.race([call(this.#aborting.signal), this.#expired.promise]);
    } finally {
      if (--this.#waiting === 0) this.#pause();
    }
  }

  end(): void {
    this.isOpen = false;
  }

  #begin(): void {
    this.#since = performance.now();
    this.#timer = setTimeout(() => {
      this.#left = 0;
      this.#aborting.abort();
      this.#expired.reject(new DeadlineExceeded('The database did not answer in time.'));
    }, this.#left);
  }

  #pause(): void {
    clearTimeout(this.#timer);
    this.#left -= performance.now() - this.#since;
  }
}
