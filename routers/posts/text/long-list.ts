/** Elements in one of the arrays. */
const SIZE = 16_384;

/** A list in several arrays. One array is copied when it grows: with a million elements, that takes 20 ms and more. */
export class LongList<T> {
  /** Elements beyond a smaller length are removed. */
  length = 0;
  readonly #arrays: T[][] = [];

  push(value: T): void {
    this.set(this.length++, value);
  }

  set(at: number, value: T): void {
    (this.#arrays[Math.floor(at / SIZE)] ??= [])[at % SIZE] = value;
  }

  get(at: number): T | undefined {
    return at < this.length ? this.#arrays[Math.floor(at / SIZE)]![at % SIZE] : undefined;
  }

  pop(): T | undefined {
    if (this.length === 0) return undefined;
    this.length -= 1;
    return this.#arrays[Math.floor(this.length / SIZE)]![this.length % SIZE];
  }

  /** The elements in order, in arrays. */
  *arrays(): Generator<T[], void> {
    for (let at = 0; at * SIZE < this.length; at++) yield this.#arrays[at]!.slice(0, this.length - at * SIZE);
  }
}
