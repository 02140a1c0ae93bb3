import { migrateLocalStorage } from './migrate-local-storage.ts';
import { basePath, ownName } from '../api/place.ts';

/** The only object store; its keys are strings with a prefix per feature. */
export const STORE = 'kept';
const NAME = ownName('octavo');
const VERSION = 1;

let opening: Promise<IDBDatabase> | undefined;

/**
 * Opens the database of this site once, and migrates texts from localStorage (version 2.15.0).
 *
 * @throws DOMException if IndexedDB is unavailable, such as in some private windows
 */
export function openDatabase(): Promise<IDBDatabase> {
  return (opening ??= open().catch((error: unknown) => {
    opening = undefined;
    throw error;
  }));
}

async function open(): Promise<IDBDatabase> {
  const database = await request();
  // A tab with a newer version must not wait for this one.
  database.addEventListener('versionchange', () => {
    database.close();
    opening = undefined;
  });
  // The browser closed it, such as when site data is deleted.
  database.addEventListener('close', () => (opening = undefined));
  // Sites below a path came later.
  if (basePath === '') await migrateLocalStorage(database, STORE);
  return database;
}

function request(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opened = indexedDB.open(NAME, VERSION);
    opened.addEventListener('upgradeneeded', () => opened.result.createObjectStore(STORE));
    opened.addEventListener('success', () => resolve(opened.result));
    opened.addEventListener('error', () => reject(opened.error ?? new DOMException('It did not open.')));
  });
}
