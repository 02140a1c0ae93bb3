import { moveFromLocalStorage } from './move-from-local-storage.ts';

/** The one object store; its keys are strings that begin with what they belong to. */
export const STORE = 'kept';
const NAME = 'octavo';
const VERSION = 1;

let opening: Promise<IDBDatabase> | undefined;

/**
 * Opens the database of this origin, once; what release 2.15.0 kept in localStorage is in it by then.
 *
 * @throws DOMException when the browser has no database for this page, such as in some private windows
 */
export function openDatabase(): Promise<IDBDatabase> {
  return (opening ??= open().catch((error: unknown) => {
    opening = undefined;
    throw error;
  }));
}

async function open(): Promise<IDBDatabase> {
  const database = await request();
  // A tab with a newer release must not wait for this one.
  database.addEventListener('versionchange', () => {
    database.close();
    opening = undefined;
  });
  // The browser took it away, such as when its data is deleted.
  database.addEventListener('close', () => (opening = undefined));
  await moveFromLocalStorage(database, STORE);
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
