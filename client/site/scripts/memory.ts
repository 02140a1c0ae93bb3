/** A value that this device keeps, as JSON. Where nothing can be kept, such as in private windows, it is forgotten. */
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
  // Even to look at the storage throws where it is switched off.
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
        // Full or switched off: the page works without.
      }
    },
  };
}
