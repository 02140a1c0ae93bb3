/** A value that is made at its first use, and then kept. */
export interface Lazy<T> {
  get(): Promise<T>;
  /** Forgets it, so that it is made again. */
  drop(): void;
}

/** @param make is called again after it failed, and after `drop` */
export function lazy<T>(make: () => Promise<T>): Lazy<T> {
  let kept: Promise<T> | null = null;
  return {
    get() {
      if (kept) return kept;
      const making = make();
      kept = making;
      making.catch(() => {
        if (kept === making) kept = null;
      });
      return making;
    },
    drop() {
      kept = null;
    },
  };
}
