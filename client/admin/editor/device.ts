import { change, onOtherTab, readAll, update } from '../device/device-store.ts';
import type { Fields } from './fields.ts';

/** Before the key of everything that the editor keeps on this device. */
const PREFIX = 'octavo-editor';

/** A text that was not saved yet. */
export interface Kept {
  /** The key of its document. */
  key: string;
  /** The post; null for a new one. */
  id: string | null;
  /** The version of the post that it began with. */
  version: number;
  /** Milliseconds since 1970. */
  at: number;
  fields: Fields;
  /** The excerpt that the service had: while the text has the same, nobody touched it. */
  excerpt?: string | undefined;
  /** What was sent to make a new post of, and may be one by now. */
  sent?: Fields | undefined;
}

/** A key that no other document has. */
export function newKey(): string {
  return crypto.getRandomValues(new Uint32Array(3)).join('-');
}

/**
 * Keeps a text, in place of what the same document had. It is on the disk when this resolves.
 *
 * @param former the id of its post under which the document had it until now, when that is another one
 * @throws DOMException such as QuotaExceededError; then the device has what it had before
 */
export async function keep(kept: Kept, former = kept.id): Promise<void> {
  await change({ put: [[placeOf(kept.id, kept.key), kept]], remove: [placeOf(former, kept.key)] });
  removeSpare(kept.id, kept.key);
}

/**
 * Keeps a text of a page that goes at this moment. A transaction that waits for another one goes with its page, and
 * localStorage does not; the next page moves the text to the database.
 */
export function keepSpare(kept: Kept): void {
  try {
    localStorage.setItem(placeOf(kept.id, kept.key), JSON.stringify(kept));
  } catch {
    // It is full or blocked; most transactions arrive all the same.
  }
}

function removeSpare(id: string | null, key: string): void {
  try {
    localStorage.removeItem(placeOf(id, key));
  } catch {
    // Where it is blocked nothing was put there either.
  }
}

/** Lets another document keep a text, in one step, so that no crash finds the device without it. */
export function adopt(kept: Kept, by: Pick<Kept, 'key'> & Partial<Kept>): void {
  const adopted = { ...kept, ...by };
  const put: [string, Kept][] = [[placeOf(adopted.id, adopted.key), adopted]];
  ignoreFailure(change({ put, remove: [placeOf(kept.id, kept.key)] }));
}

/** Forgets what a document had here. */
export function forget(id: string | null, key: string): void {
  removeSpare(id, key);
  ignoreFailure(change({ remove: [placeOf(id, key)] }));
}

/** Calls when another tab took away, or wrote over, what a document had here. */
export function onTaken(document: () => [id: string | null, key: string], taken: () => void): () => void {
  return onOtherTab((keys) => {
    if (keys.includes(placeOf(...document()))) taken();
  });
}

/** Everything that is kept of a post, or of new posts, the newest first; nothing where the device cannot be read. */
export async function keptOf(id: string | null): Promise<Kept[]> {
  const found = await readAll(placeOf(id, '')).catch(() => new Map<string, unknown>());
  return [...(found as Map<string, Kept>).values()].toSorted((one, other) => other.at - one.at);
}

/**
 * Keeps texts under the id that their post has now.
 *
 * @param from the id that it had; null when it was new
 * @param version that they belong to by now; absent: the one that each began with
 * @param only the key of the one document that is meant; absent: all of the post
 */
export function moveKept(from: string | null, to: string, version?: number, only?: string): void {
  const moved = update(placeOf(from, ''), (found) => {
    const texts = [...(found as Map<string, Kept>).values()].filter(({ key }) => only === undefined || key === only);
    return {
      put: texts.map((kept) => [placeOf(to, kept.key), { ...kept, id: to, version: version ?? kept.version }]),
      remove: texts.map(({ key }) => placeOf(from, key)),
    };
  });
  ignoreFailure(moved);
}

/** Forgets everything that is kept of a post. */
export function forgetAll(id: string): void {
  ignoreFailure(update(placeOf(id, ''), (found) => ({ remove: [...found.keys()] })));
}

/** What could not be taken away stays and is offered again; nothing is lost. */
function ignoreFailure(changing: Promise<void>): void {
  changing.catch(() => undefined);
}

/** Ids of posts hold no colon. */
function placeOf(id: string | null, key: string): string {
  return `${PREFIX}:${id === null ? 'new' : `post:${id}`}:${key}`;
}
