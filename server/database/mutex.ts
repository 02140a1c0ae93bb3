/** A fair mutual exclusion lock. */
export class Mutex {
  readonly #waiting: Waiter[] = [];
  #held = false;

  get isHeld(): boolean {
    return this.#held;
  }

  /** Whether a caller waits for it. */
  get isAwaited(): boolean {
    return this.#waiting.length > 0;
  }

  /**
   * @param options.within the maximum wait in milliseconds
   * @param options.first whether to take precedence over waiting callers
   * @param options.late creates the error of a timeout
   * @returns releases the lock; further calls have no effect
   */
  lock({ within, first = false, late }: LockOptions): Promise<() => void> {
    if (!this.#held) {
      this.#held = true;
      return Promise.resolve(this.#releaser());
    }
    const { promise, resolve, reject } = Promise.withResolvers<() => void>();
    const waiter: Waiter = {
      give: () => {
        clearTimeout(timer);
        resolve(this.#releaser());
      },
    };
    const timer = setTimeout(() => {
      this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
      reject(late());
    }, within);
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
      if (next) next.give();
      else this.#held = false;
    };
  }
}

interface LockOptions {
  within: number;
  first?: boolean;
  late: () => Error;
}

interface Waiter {
  give(): void;
}
