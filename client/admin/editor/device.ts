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

/** Keeps a text, in place of what the same document had. Says whether there was room for it. */
export function keep(kept: Kept): boolean {
  try {
    localStorage.setItem(placeOf(kept.id, kept.key), JSON.stringify(kept));
    return true;
  } catch {
    return false;
  }
}

/** Lets another document keep a text, so that no moment is without it. */
export function adopt(kept: Kept, key: string): void {
  if (keep({ ...kept, key })) forget(kept.id, kept.key);
}

/** Forgets what a document had here. */
export function forget(id: string | null, key: string): void {
  localStorage.removeItem(placeOf(id, key));
}

/** Calls when another window took away what a document had here. */
export function onTaken(document: () => [id: string | null, key: string], taken: () => void): () => void {
  function look({ key, newValue }: StorageEvent): void {
    if (newValue === null && key === placeOf(...document())) taken();
  }
  window.addEventListener('storage', look);
  return () => window.removeEventListener('storage', look);
}

/** Everything that is kept of a post, or of new posts, the newest first. */
export function keptOf(id: string | null): Kept[] {
  const places = Object.keys(localStorage).filter((place) => place.startsWith(placeOf(id, '')));
  return places
    .flatMap((place) => read(localStorage.getItem(place)))
    .filter((kept) => kept.id === id)
    .toSorted((one, other) => other.at - one.at);
}

/**
 * Keeps texts under the id that their post has now.
 *
 * @param from the id that it had; null when it was new
 * @param version that they belong to by now; absent: the one that each began with
 * @param only the key of the one document that is meant; absent: all of the post
 */
export function moveKept(from: string | null, to: string, version?: number, only?: string): void {
  for (const kept of keptOf(from)) {
    if (only !== undefined && kept.key !== only) continue;
    if (keep({ ...kept, id: to, version: version ?? kept.version })) forget(from, kept.key);
  }
}

/** Forgets everything that is kept of a post. */
export function forgetAll(id: string): void {
  for (const { key } of keptOf(id)) forget(id, key);
}

/** Ids of posts hold no colon. */
function placeOf(id: string | null, key: string): string {
  return `${PREFIX}:${id === null ? 'new' : `post:${id}`}:${key}`;
}

function read(text: string | null): Kept[] {
  try {
    return text === null ? [] : [JSON.parse(text) as Kept];
  } catch {
    return [];
  }
}
