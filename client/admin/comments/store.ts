import { useSyncExternalStore } from 'react';

/** A value that outlives the components that show it. */
export interface Store<T> {
  get(): T;
  set(next: T): void;
  /** What it is now; draws anew when that changes. */
  use(): T;
}

/** Makes one. A value is replaced, never changed in place. */
export function storeOf<T>(first: T): Store<T> {
  let value = first;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const get = () => value;
  return {
    get,
    set(next) {
      value = next;
      listeners.forEach((listener) => listener());
    },
    use: () => useSyncExternalStore(subscribe, get),
  };
}
