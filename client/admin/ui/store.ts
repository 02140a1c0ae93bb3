import { useSyncExternalStore } from 'react';

import { ownName } from '../place.ts';

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

/**
 * A choice that this device keeps; at first the first of the choices.
 *
 * @param name of the item in localStorage
 */
export function createStoredChoice<T extends string>(name: string, choices: readonly [T, ...T[]]): Store<T> {
  const key = ownName(name);
  const { get: chosen, set, subscribe } = createStore<T | undefined>(undefined);
  let kept: T | undefined;
  const get = () => chosen() ?? (kept ??= choices.find((one) => one === localStorage.getItem(key)) ?? choices[0]);
  return {
    get,
    set(next) {
      try {
        localStorage.setItem(key, next);
      } catch {
        // localStorage is full; the choice lasts until the page is closed.
      }
      set(next);
    },
    subscribe,
    use: () => useSyncExternalStore(subscribe, get),
  };
}
