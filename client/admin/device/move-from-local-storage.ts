/** Before the keys of texts that release 2.15.0 and older kept in localStorage, which reaches the disk late. */
const PREFIXES = ['octavo-editor:', 'octavo-comments:'];

/** A text with the time at which it was kept, in milliseconds since 1970. */
type Timed = { at?: number } | null | undefined;

/**
 * Moves texts to the database under the same keys. They leave localStorage once the disk has them; where that fails they
 * stay there until the next start.
 */
export async function moveFromLocalStorage(database: IDBDatabase, store: string): Promise<void> {
  const keys = Object.keys(localStorage).filter((key) => PREFIXES.some((prefix) => key.startsWith(prefix)));
  const texts = new Map(keys.map((key) => [key, localStorage.getItem(key)]));
  if (texts.size === 0) return;
  const isMoved = await copy(database, store, texts);
  if (!isMoved) return;
  // A tab with the older release may have written in between.
  for (const [key, text] of texts) if (localStorage.getItem(key) === text) localStorage.removeItem(key);
}

function copy(database: IDBDatabase, store: string, texts: Map<string, string | null>): Promise<boolean> {
  return new Promise((resolve) => {
    const transaction = database.transaction(store, 'readwrite', { durability: 'strict' });
    transaction.addEventListener('complete', () => resolve(true));
    transaction.addEventListener('abort', () => resolve(false));
    const place = transaction.objectStore(store);
    for (const [key, text] of texts) {
      const value = parse(text);
      if (!value) continue;
      const there = place.get(key);
      there.addEventListener('success', () => {
        if (((there.result as Timed)?.at ?? 0) < (value.at ?? 0)) place.put(value, key);
      });
    }
  });
}

/** What is not JSON was never offered either. */
function parse(text: string | null): Timed {
  try {
    return JSON.parse(text ?? 'null') as Timed;
  } catch {
    return null;
  }
}
