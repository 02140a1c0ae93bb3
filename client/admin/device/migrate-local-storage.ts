import { ownName } from '../place.ts';

/**
 * The features whose texts version 2.15.0 and older kept in localStorage, without a path. The editor still stores them
 * there while a page is being closed.
 */
const FEATURES = ['octavo-editor', 'octavo-comments'];

/** A text with its timestamp in milliseconds since 1970. */
type Timed = { at?: number } | null | undefined;

/** A text in localStorage. */
interface Stored {
  key: string;
  /** Its key in the database, without the path of the site. */
  place: string;
  text: string | null;
}

/**
 * Moves the texts of this site to the database. They are removed from localStorage once they are on disk; after a
 * failure the next start retries.
 */
export async function migrateLocalStorage(database: IDBDatabase, store: string): Promise<void> {
  const texts = Object.keys(localStorage).flatMap((key) => {
    const feature = FEATURES.find((name) => key.startsWith(`${ownName(name)}:`));
    if (feature === undefined) return [];
    return { key, place: feature + key.slice(ownName(feature).length), text: localStorage.getItem(key) };
  });
  if (texts.length === 0) return;
  const isMoved = await copy(database, store, texts);
  if (!isMoved) return;
  // Another tab may have written in the meantime.
  for (const { key, text } of texts) if (localStorage.getItem(key) === text) localStorage.removeItem(key);
}

function copy(database: IDBDatabase, store: string, texts: readonly Stored[]): Promise<boolean> {
  return new Promise((resolve) => {
    const transaction = database.transaction(store, 'readwrite', { durability: 'strict' });
    transaction.addEventListener('complete', () => resolve(true));
    transaction.addEventListener('abort', () => resolve(false));
    const objectStore = transaction.objectStore(store);
    for (const { place, text } of texts) {
      const value = parse(text);
      if (!value) continue;
      const existing = objectStore.get(place);
      existing.addEventListener('success', () => {
        if (((existing.result as Timed)?.at ?? 0) < (value.at ?? 0)) objectStore.put(value, place);
      });
    }
  });
}

/** Ignores invalid JSON. */
function parse(text: string | null): Timed {
  try {
    return JSON.parse(text ?? 'null') as Timed;
  } catch {
    return null;
  }
}
