/** Lends one thing to one caller at a time, in the order in which they ask. */
export class Mutex {
  readonly #waiting: Waiter[] = [];
  #held = false;

  get isHeld(): boolean {
    return this.#held;
  }

  /**
   * @param options.within milliseconds to wait at most
   * @param options.first whether to go before all who wait
   * @param options.late makes the error for a wait that took too long
   * @returns gives it back; it works once
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
