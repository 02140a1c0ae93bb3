import { useSyncExternalStore } from 'react';

/** A value that outlives the screen that shows it. */
export interface Store<T> {
  get(): T;
  set(value: T): void;
  /** Calls a function after each change. @returns ends it */
  subscribe(listener: () => void): () => void;
  /** The value for a component, which re-renders when it changes. */
  use(): T;
}

/** @param value the initial value */
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
    subscribe,
    use: () => useSyncExternalStore(subscribe, get),
  };
}
