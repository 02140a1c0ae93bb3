import { ownName } from '../place.ts';
import { deviceDatabase } from './device-database.ts';
import { migrateLocalStorage } from './migrate-local-storage.ts';

const STORE = 'kept';
/** Its keys are strings with a prefix per feature. */
const database = deviceDatabase(ownName('octavo'), STORE, {
  durability: 'strict',
  opened: (opened) => migrateLocalStorage(opened, STORE),
});

/** How long an operation may take. */
const TIMEOUT_MS = 2000;

/** The changes of a transaction. */
export interface Change {
  put?: [key: string, value: unknown][];
  remove?: string[];
}

/** Informs the other tabs about the keys that were written or removed. */
const channel = new BroadcastChannel(ownName('octavo-device'));

/**
 * Changes values in one transaction, which is on disk when the promise resolves. Transactions run in the order of the
 * calls.
 *
 * @throws DOMException such as QuotaExceededError. When the promise rejects, nothing was changed; only after a
 *   TimeoutError the change may still happen
 */
export function change({ put = [], remove = [] }: Change): Promise<void> {
  return update(undefined, () => ({ put, remove }));
}

/**
 * Reads values and changes the store accordingly in one transaction.
 *
 * @param prefix of the keys to read
 * @throws DOMException as `change` does
 */
export function update(prefix: string | undefined, decide: (found: Map<string, unknown>) => Change): Promise<void> {
  return withTimeout(async () => {
    const changed: string[] = [];
    await database.transact('readwrite', (store) => {
      const apply = (found: Map<string, unknown>) => {
        const { put = [], remove = [] } = decide(found);
        // A write of a key overrides its removal.
        for (const key of remove) store.delete(key);
        for (const [key, value] of put) store.put(value, key);
        changed.push(...remove, ...put.map(([key]) => key));
        // A page that is being closed has no time to wait for the requests.
        store.transaction.commit();
      };
      if (prefix === undefined) apply(new Map());
      else readInto(store, prefix, apply);
    });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin only
    channel.postMessage(changed);
  });
}

/**
 * Reads all values whose keys have this prefix.
 *
 * @throws DOMException if the store cannot be read
 */
export function readAll(prefix: string): Promise<Map<string, unknown>> {
  return withTimeout(async () => {
    let read = new Map<string, unknown>();
    await database.transact('readonly', (store) => readInto(store, prefix, (found) => (read = found)));
    return read;
  });
}

/**
 * Calls the listener when another tab has changed something.
 *
 * @returns unsubscribes
 */
export function onOtherTab(listener: (keys: readonly string[]) => void): () => void {
  const hear = ({ data }: MessageEvent<string[]>) => listener(data);
  channel.addEventListener('message', hear);
  return () => channel.removeEventListener('message', hear);
}

function readInto(store: IDBObjectStore, prefix: string, done: (found: Map<string, unknown>) => void): void {
  const range = IDBKeyRange.bound(prefix, `${prefix}\uFFFF`);
  const keys = store.getAllKeys(range);
  const values = store.getAll(range);
  // The requests of a transaction complete in order.
  values.addEventListener('success', () => {
    done(new Map(keys.result.map((key, at) => [String(key), values.result[at] as unknown])));
  });
}

function withTimeout<T>(act: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new DOMException('The device store timed out.', 'TimeoutError'));
    const timer = setTimeout(late, TIMEOUT_MS);
    act()
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}
