import { ownName } from '../../place.ts';
import { change, onOtherTab, readAll, update } from '../device-store.ts';
import type { EncryptedText } from '../../../index.ts';
import type { Fields } from './fields.ts';

/** The key prefix of the editor in the device store. */
const PREFIX = 'octavo-editor';

/** An unsaved text. */
export interface StoredText {
  /** The key of its document. */
  key: string;
  /** The post; null for a new one. */
  id: string | null;
  /** The version of the post that it is based on. */
  version: number;
  /** Milliseconds since 1970. */
  at: number;
  fields: Fields;
  /** The fields that the changes began with; absent in texts of older versions of the app. */
  saved?: Fields | undefined;
  /** When the working copy was saved that they began with; null without one. */
  copyFrom?: string | null | undefined;
  /** When the post was created; null for a new one. */
  createdAt?: string | null | undefined;
  /** The excerpt of the service, to detect whether it was edited. */
  excerpt?: string | undefined;
  /** The fields that were sent to create a new post, which may exist by now. */
  sent?: Fields | undefined;
}

/** An unsaved text of a protected post: encrypted, with the fields by which it is found. */
export interface SealedText extends Pick<StoredText, 'key' | 'id' | 'version' | 'at' | 'createdAt'> {
  /** The other parts of the text. */
  enc: EncryptedText;
}

/** A unique document key. */
export function newKey(): string {
  return crypto.getRandomValues(new Uint32Array(3)).join('-');
}

/**
 * Stores a text, replacing the former one of the document. It is on disk when this resolves.
 *
 * @param former the previous id of its post, if different
 * @throws DOMException such as QuotaExceededError; then the former text remains
 */
export async function keep(kept: StoredText | SealedText, former = kept.id): Promise<void> {
  await change({ put: [[storageKey(kept.id, kept.key), kept]], remove: [storageKey(former, kept.key)] });
  removeFallback(kept.id, kept.key);
}

/**
 * Stores a text in localStorage while the page is being closed, which aborts waiting transactions. The next page moves
 * it to the database.
 */
export function storeFallback(kept: StoredText): void {
  try {
    localStorage.setItem(fallbackPlaceOf(kept.id, kept.key), JSON.stringify(kept));
  } catch {
    // It is full or blocked; most transactions complete anyway.
  }
}

function removeFallback(id: string | null, key: string): void {
  try {
    localStorage.removeItem(fallbackPlaceOf(id, key));
  } catch {
    // If it is blocked, there is nothing to remove.
  }
}

/** Moves a text to another document in one transaction, so that a crash cannot lose it. */
export function adopt(kept: StoredText, by: Pick<StoredText, 'key'> & Partial<StoredText>): void {
  const adopted = { ...kept, ...by };
  const put: [string, StoredText][] = [[storageKey(adopted.id, adopted.key), adopted]];
  void ignoreFailure(change({ put, remove: [storageKey(kept.id, kept.key)] }));
}

/** Deletes the text of a document. */
export function forget(id: string | null, key: string): void {
  removeFallback(id, key);
  void ignoreFailure(change({ remove: [storageKey(id, key)] }));
}

/** Calls back when another tab deleted or overwrote the text of a document. */
export function onTaken(document: () => [id: string | null, key: string], taken: () => void): () => void {
  return onOtherTab((keys) => {
    if (keys.includes(storageKey(...document()))) taken();
  });
}

/** The stored texts of a post, or of new posts, the newest first; empty if the store cannot be read. */
export async function storedTexts(id: string | null): Promise<StoredText[]> {
  return (await readStored(id)).filter((kept): kept is StoredText => !isSealed(kept));
}

/** The same that are encrypted. */
export async function sealedTexts(id: string | null): Promise<SealedText[]> {
  return (await readStored(id)).filter(isSealed);
}

async function readStored(id: string | null): Promise<(StoredText | SealedText)[]> {
  const found = await readAll(storageKey(id, '')).catch(() => new Map<string, unknown>());
  return [...(found as Map<string, StoredText | SealedText>).values()].toSorted((one, other) => other.at - one.at);
}

function isSealed(kept: StoredText | SealedText): kept is SealedText {
  return 'enc' in kept;
}

/**
 * Moves texts to the new id of their post. Resolves when they are on disk; never rejects: texts that cannot be moved
 * stay where they are, and the former URL offers them.
 *
 * @param from the former id; null for a new post
 * @param version their new base version; default: unchanged
 * @param only the key of a single document; default: all of the post
 */
export function moveStored(from: string | null, to: string, version?: number, only?: string): Promise<void> {
  const moved = update(storageKey(from, ''), (found) => {
    const texts = [...(found as Map<string, StoredText>).values()].filter(
      ({ key }) => only === undefined || key === only,
    );
    return {
      put: texts.map((kept) => [storageKey(to, kept.key), { ...kept, id: to, version: version ?? kept.version }]),
      remove: texts.map(({ key }) => storageKey(from, key)),
    };
  });
  return ignoreFailure(moved);
}

/** Deletes the texts of a post that were stored before it was protected. */
export function forgetPlain(id: string): void {
  const isPlain = ([, kept]: [string, unknown]) => !isSealed(kept as StoredText | SealedText);
  void ignoreFailure(
    update(storageKey(id, ''), (found) => ({ remove: [...found].filter(isPlain).map(([place]) => place) })),
  );
}

/** Deletes all texts of a post. */
export function forgetAll(id: string): void {
  void ignoreFailure(update(storageKey(id, ''), (found) => ({ remove: [...found.keys()] })));
}

/** A text that could not be deleted is offered again; nothing is lost. */
function ignoreFailure(changing: Promise<void>): Promise<void> {
  return changing.catch(() => undefined);
}

/** The key in localStorage, which sites may share. */
function fallbackPlaceOf(id: string | null, key: string): string {
  return storageKey(id, key, ownName(PREFIX));
}

/** Post ids contain no colon. */
function storageKey(id: string | null, key: string, prefix = PREFIX): string {
  return `${prefix}:${id === null ? 'new' : `post:${id}`}:${key}`;
}
