import { useSyncExternalStore } from 'react';

/** A value that outlives the screen that shows it. */
export interface Store<T> {
  get(): T;
  set(value: T): void;
  /** The value for a component, which is drawn anew when it changes. */
  use(): T;
}

/** @param value the one to begin with */
export function createStore<T>(value: T): Store<T> {
  const listeners = new Set<() => void>();
  const get = () => value;

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  return {
    get,
    set(next) {
      value = next;
      listeners.forEach((listener) => listener());
    },
    use: () => useSyncExternalStore(subscribe, get),
  };
}
