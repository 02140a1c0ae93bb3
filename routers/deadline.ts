import { AsyncLocalStorage } from 'node:async_hooks';

/** The code of DeadlineExceeded. */
export const DEADLINE_EXCEEDED = 'DEADLINE_EXCEEDED';

/** How long the database may keep a request waiting in all, in milliseconds: one second less than a request may take. */
const DEADLINE = 14_000;

/** How long a transaction may take to roll back once that time is up, in milliseconds. */
const CLEAN_UP = 1000;

/** The database did not answer in time. A statement that was under way may have been carried out, or may be later. */
export class DeadlineExceeded extends Error {
  // MikroORM replaces the error by one of its own, and keeps the code.
  readonly code = DEADLINE_EXCEEDED;
}

/**
 * Limits how long everything in `work` waits for the database, all waits together; what waits longer, and every further
 * call, rejects with DeadlineExceeded. The limit ends with `work`: what goes on in the background has none.
 *
 * @param milliseconds 14 s when absent
 */
export function withDeadline<T>(work: () => Promise<T>, milliseconds = DEADLINE): Promise<T> {
  const budget = new Budget(milliseconds);
  return budgets.run(budget, work).finally(() => budget.end());
}

/** Runs this without a limit, for work of any length: imports and exports. */
export function withoutDeadline<T>(work: () => T): T {
  return budgets.exit(work);
}

/**
 * For the database's driver: makes a call that the limit of the surrounding `withDeadline` holds for.
 *
 * @param call gets a signal that is aborted when the time is up: work that has not begun by then must not begin later
 */
export function beforeDeadline<T>(call: (signal?: AbortSignal) => Promise<T>): Promise<T> {
  const budget = budgets.getStore();
  return budget?.isOpen ? budget.spend(call) : call();
}

/** The same for clean-up, which must also run after the limit was reached: it has a second of its own. */
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
