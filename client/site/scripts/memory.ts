/** A JSON value in web storage; not persistent if storage is unavailable, such as in private windows. */
export interface Memory<T> {
  read(): T;
  write(value: T): void;
}

/**
 * Opens a place in the memory of this device.
 *
 * @param otherwise what there is before anything was kept, or when it cannot be read
 * @param session whether it is forgotten with the tab
 */
export function memory<T>(name: string, otherwise: T, session = false): Memory<T> {
  const key = `octavo-${name}`;
  // Accessing disabled storage throws.
  const storage = () => (session ? sessionStorage : localStorage);
  return {
    read() {
      try {
        return (JSON.parse(storage().getItem(key) ?? 'null') as T | null) ?? otherwise;
      } catch {
        return otherwise;
      }
    },
    write(value) {
      try {
        storage().setItem(key, JSON.stringify(value));
      } catch {
        // Storage is full or disabled; the page works without it.
      }
    },
  };
}
