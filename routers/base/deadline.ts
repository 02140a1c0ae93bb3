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
 * @param queued how long the request has waited for its turn to begin, in milliseconds
 */
export function withDeadline<T>(work: () => Promise<T>, milliseconds = DEADLINE, queued = 0): Promise<T> {
  const budget = new Budget(milliseconds, queued);
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

/** How long the request has waited for its turn to begin, in milliseconds; 0 outside of requests. */
export function queuedBefore(): number {
  return budgets.getStore()?.queued ?? 0;
}

/** As `beforeDeadline` for clean-up, which must run after the deadline as well, and has a second of its own. */
export function toCleanUp<T>(call: () => Promise<T>): Promise<T> {
  return budgets.getStore()?.isOpen ? withDeadline(call, CLEAN_UP) : call();
}

const budgets = new AsyncLocalStorage<Budget>();

class Budget {
  isOpen = true;
  readonly queued: number;
  #left: number;
  #waiting = 0;
  #since = 0;
  /** Not started again for each call, which would take longer than most calls. */
  #timer: NodeJS.Timeout | undefined;
  readonly #aborting = new AbortController();
  readonly #expired = Promise.withResolvers<never>();

  constructor(milliseconds: number, queued: number) {
    this.queued = queued;
    this.#left = milliseconds;
    this.#expired.promise.catch(() => undefined);
  }

  async spend<T>(call: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (this.#left <= 0) throw new DeadlineExceeded('The database kept this request waiting for too long.');
    if (this.#waiting++ === 0) this.#since = performance.now();
    this.#timer ??= setTimeout(this.#check, this.#left);
    try {
      return await Promise.race([call(this.#aborting.signal), this.#expired.promise]);
    } finally {
      if (--this.#waiting === 0) this.#left -= performance.now() - this.#since;
    }
  }

  end(): void {
    this.isOpen = false;
    clearTimeout(this.#timer);
  }

  readonly #check = (): void => {
    this.#timer = undefined;
    if (this.#waiting === 0) return;
    const left = this.#left - (performance.now() - this.#since);
    if (left > 0) {
      this.#timer = setTimeout(this.#check, Math.ceil(left));
      return;
    }
    this.#left = 0;
    this.#aborting.abort();
    this.#expired.reject(new DeadlineExceeded('The database did not answer in time.'));
  };
}
