/** A database of this site on the device, with one object store. */
export interface DeviceDatabase {
  /**
   * Runs a transaction, and resolves when it is complete.
   *
   * @throws DOMException if IndexedDB is unavailable, such as in some private windows, or the transaction is aborted
   */
  transact(mode: IDBTransactionMode, act: (store: IDBObjectStore) => void): Promise<void>;
}

interface Options {
  /** Names of indexes, each of the property of the same name. */
  indexes?: string[];
  /** `strict`: a transaction is complete when the data is on disk, not when the operating system has it. */
  durability?: IDBTransactionDurability;
  /** Called each time the database is opened, before it is used. */
  opened?: (database: IDBDatabase) => Promise<void>;
}

/** @param store the name of the object store */
export function deviceDatabase(
  name: string,
  store: string,
  { indexes = [], durability = 'default', opened }: Options = {},
): DeviceDatabase {
  let opening: Promise<IDBDatabase> | undefined;

  async function open(): Promise<IDBDatabase> {
    const database = await request();
    // A tab with a newer version, or the deletion of site data, must not wait for this one.
    database.addEventListener('versionchange', () => {
      database.close();
      opening = undefined;
    });
    // The browser closed it, such as when site data is deleted.
    database.addEventListener('close', () => (opening = undefined));
    await opened?.(database);
    return database;
  }

  function request(): Promise<IDBDatabase> {
    return new Promise((resolve, reject) => {
      const openRequest = indexedDB.open(name, 1);
      openRequest.addEventListener('upgradeneeded', () => {
        const created = openRequest.result.createObjectStore(store);
        for (const index of indexes) created.createIndex(index, index);
      });
      openRequest.addEventListener('success', () => resolve(openRequest.result));
      openRequest.addEventListener('error', () => reject(openRequest.error ?? new DOMException('It did not open.')));
    });
  }

  return {
    async transact(mode, act) {
      opening ??= open().catch((error: unknown) => {
        opening = undefined;
        throw error;
      });
      const database = await opening;
      return new Promise((resolve, reject) => {
        const begun = database.transaction(store, mode, { durability });
        begun.addEventListener('complete', () => resolve());
        begun.addEventListener('abort', () => reject(begun.error ?? new DOMException('It was aborted.', 'AbortError')));
        act(begun.objectStore(store));
      });
    },
  };
}
