/** The proof that the service asks for: calls that need it wait until the owner has given it. */
const listeners = new Set<() => void>();
let waiting: ((goOn: boolean) => void)[] = [];

export const proof = {
  /** Whether calls wait for it. */
  isWanted: (): boolean => waiting.length > 0,

  /** For useSyncExternalStore. */
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },

  /** Waits for the proof. Returns whether it was given. */
  wanted(): Promise<boolean> {
    return new Promise((resolve) => {
      waiting.push(resolve);
      listeners.forEach((listener) => listener());
    });
  },

  /** Lets the waiting calls go on, or fail. */
  decide(isGiven: boolean): void {
    const decided = waiting;
    waiting = [];
    decided.forEach((resolve) => resolve(isGiven));
    listeners.forEach((listener) => listener());
  },
};
