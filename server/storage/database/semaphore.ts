/** The longest interval between two turns that `pace` counts, in milliseconds: one long transaction says little. */
const LONGEST_COUNTED = 100;
/** The number of intervals after which `pace` is known, and after which older ones count half. */
const [FEW, MANY] = [20, 200];

/** After this pause in milliseconds, `pace` is unknown again: the next callers may do something else. */
const PAUSE = 1000;

/** A fair lock that a number of callers hold at a time. */
export class Semaphore {
  readonly #waiting: Waiter[] = [];
  #free: number;
  #lastTurnAt = 0;
  /** The intervals between turns, while callers waited. */
  #counted = { turns: 0, milliseconds: 0 };

  /** @param holders how many callers hold it at a time */
  constructor(holders = 1) {
    this.#free = holders;
  }

  get isHeld(): boolean {
    return this.#free === 0;
  }

  /** Whether a caller waits for it. */
  get isAwaited(): boolean {
    return this.#waiting.length > 0;
  }

  /** The average time between two turns while callers wait, in milliseconds; 0 until it is known. */
  get pace(): number {
    const { turns, milliseconds } = this.#counted;
    return turns < FEW || this.#hasPaused() ? 0 : milliseconds / turns;
  }

  #hasPaused(): boolean {
    return this.#waiting.length === 0 && performance.now() - this.#lastTurnAt > PAUSE;
  }

  /**
   * @param options.within the maximum wait in milliseconds
   * @param options.first whether to take precedence over waiting callers
   * @param options.late creates the error of a timeout
   * @param options.stuck gives up earlier, after a time in milliseconds, if a condition holds then
   * @returns releases the lock; further calls have no effect
   */
  lock({ within, first = false, late, stuck }: LockOptions): Promise<() => void> {
    if (this.#free > 0) {
      this.#free -= 1;
      if (this.#hasPaused()) this.#counted = { turns: 0, milliseconds: 0 };
      this.#lastTurnAt = performance.now();
      return Promise.resolve(this.#releaser());
    }
    const { promise, resolve, reject } = Promise.withResolvers<() => void>();
    const waiter: Waiter = {
      give: () => {
        clearTimeout(timer);
        clearTimeout(earlier);
        resolve(this.#releaser());
      },
    };
    const giveUp = (): void => {
      clearTimeout(timer);
      clearTimeout(earlier);
      this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
      reject(late());
    };
    const timer = setTimeout(giveUp, within);
    const earlier = stuck && setTimeout(() => stuck.holds() && giveUp(), stuck.after);
    if (first) this.#waiting.unshift(waiter);
    else this.#waiting.push(waiter);
    return promise;
  }

  #releaser(): () => void {
    let released = false;
    return () => {
      if (released) return;
      released = true;
      const next = this.#waiting.shift();
      if (!next) {
        this.#free += 1;
        return;
      }
      this.#countTurn();
      next.give();
    };
  }

  #countTurn(): void {
    const now = performance.now();
    const counted = this.#counted;
    counted.turns += 1;
    counted.milliseconds += Math.min(now - this.#lastTurnAt, LONGEST_COUNTED);
    this.#lastTurnAt = now;
    if (counted.turns > MANY) this.#counted = { turns: counted.turns / 2, milliseconds: counted.milliseconds / 2 };
  }
}

/** How a caller waits; see `lock`. */
export interface LockOptions {
  within: number;
  first?: boolean;
  late: () => Error;
  stuck?: { after: number; holds: () => boolean };
}

interface Waiter {
  give(): void;
}
