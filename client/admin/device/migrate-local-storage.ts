/** The key prefixes of texts in localStorage, which version 2.15.0 and older used. */
const PREFIXES = ['octavo-editor:', 'octavo-comments:'];

/** A text with its timestamp in milliseconds since 1970. */
type Timed = { at?: number } | null | undefined;

/**
 * Moves texts to the database under the same keys. They are removed from localStorage once they are on disk; after a
 * failure the next start retries.
 */
export async function migrateLocalStorage(database: IDBDatabase, store: string): Promise<void> {
  const keys = Object.keys(localStorage).filter((key) => PREFIXES.some((prefix) => key.startsWith(prefix)));
  const texts = new Map(keys.map((key) => [key, localStorage.getItem(key)]));
  if (texts.size === 0) return;
  const isMoved = await copy(database, store, texts);
  if (!isMoved) return;
  // A tab with the older version may have written in the meantime.
  for (const [key, text] of texts) if (localStorage.getItem(key) === text) localStorage.removeItem(key);
}

function copy(database: IDBDatabase, store: string, texts: Map<string, string | null>): Promise<boolean> {
  return new Promise((resolve) => {
    const transaction = database.transaction(store, 'readwrite', { durability: 'strict' });
    transaction.addEventListener('complete', () => resolve(true));
    transaction.addEventListener('abort', () => resolve(false));
    const objectStore = transaction.objectStore(store);
    for (const [key, text] of texts) {
      const value = parse(text);
      if (!value) continue;
      const existing = objectStore.get(key);
      existing.addEventListener('success', () => {
        if (((existing.result as Timed)?.at ?? 0) < (value.at ?? 0)) objectStore.put(value, key);
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
