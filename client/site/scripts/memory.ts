import { service } from './service.ts';

/** A JSON value in web storage; kept until the page is closed if storage is unavailable, such as in private windows. */
export interface Memory<T> {
  read(): T;
  write(value: T): void;
}

/** Values that storage did not take, by key. */
const unstored = new Map<string, string>();

/**
 * A stored value with a default.
 *
 * @param otherwise the default, also if the stored value cannot be read
 * @param session whether it is stored in sessionStorage
 */
export function memory<T>(name: string, otherwise: T, session = false): Memory<T> {
  const storageKey = () => `${service.storage}-${name}`;
  // Accessing disabled storage throws.
  const storage = () => (session ? sessionStorage : localStorage);
  return {
    read() {
      try {
        return (
          (JSON.parse(unstored.get(storageKey()) ?? storage().getItem(storageKey()) ?? 'null') as T | null) ?? otherwise
        );
      } catch {
        return otherwise;
      }
    },
    write(value) {
      const text = JSON.stringify(value);
      try {
        storage().setItem(storageKey(), text);
        unstored.delete(storageKey());
      } catch {
        // Storage is full or disabled.
        unstored.set(storageKey(), text);
      }
    },
  };
}
