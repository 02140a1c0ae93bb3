import { forget, keep, storeFallback, onTaken, type StoredText } from '../device/unsaved/texts.ts';
import type { DocumentState, EditorDocument } from './document.ts';
import { areSame, type Fields } from '../device/unsaved/fields.ts';
import { sentNewPost } from './in-flight.ts';
import { canSeal, seal } from './seal.ts';

/** How long typing must pause before the text is stored, and the maximum delay. */
const DEBOUNCE_MS = 400;
const MAX_DELAY_MS = 1500;
/** The delay before a retry. */
const RETRY_DELAY_MS = 3000;

/** The fields of each document that are on disk. */
const stored = new WeakMap<EditorDocument, Fields>();

/**
 * Stores unsaved changes on this device within two seconds and when the page is closed; the state reports when they are
 * on disk. Protected texts are encrypted, and not stored while their password is not known.
 *
 * @returns stores the last changes and stops
 */
export function keepOnDevice(document: EditorDocument): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let waitingSince = 0;
  let seen = document.state();
  let storedId = seen.id;
  let attempts = 0;
  let reported = 0;
  let hasEnded = false;
  let isSealed = false;

  function write(): void {
    clearTimeout(timer);
    clearTimeout(retry);
    timer = undefined;
    const attempt = ++attempts;
    const { id } = document.state();
    if (isNothingToKeep(document)) {
      forget(id, document.key);
      if (storedId !== id) forget(storedId, document.key);
      storedId = id;
      return report(attempt, 'nothing');
    }
    const { fields } = document.state();
    store(document, storedId, () => attempt === attempts).then(
      (isStored) => {
        if (!isStored) return;
        storedId = id;
        isSealed = isSecret(document);
        stored.set(document, fields);
        report(attempt, 'kept');
      },
      (error: unknown) => {
        report(attempt, error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'failed');
        clearTimeout(retry);
        if (!hasEnded) retry = setTimeout(write, RETRY_DELAY_MS);
      },
    );
  }

  function leave(): void {
    // Encryption takes longer than the page has: what is missing is asked about before it closes.
    if (!isNothingToKeep(document) && !isSecret(document)) storeFallback(storedText(document));
    write();
  }

  /** Ignores the results of outdated writes. */
  function report(attempt: number, onDevice: DocumentState['onDevice']): void {
    if (attempt < reported) return;
    reported = attempt;
    if (document.state().onDevice !== onDevice) document.set({ onDevice });
  }

  function onChange(): void {
    const { fields, saved, id } = document.state();
    const isNew = fields !== seen.fields || saved !== seen.saved || id !== seen.id;
    seen = document.state();
    if (!isNew) return;
    if (isNothingToKeep(document)) return write();
    // The device stores the plain text from before the post was protected.
    if (isSecret(document) && !isSealed) document.set({ onDevice: 'nothing' });
    const now = Date.now();
    if (timer === undefined) waitingSince = now;
    clearTimeout(timer);
    timer = setTimeout(write, Math.max(0, Math.min(DEBOUNCE_MS, waitingSince + MAX_DELAY_MS - now)));
  }

  const unsubscribe = document.subscribe(onChange);
  // Another window discarded or restored it, but it is still on this screen.
  const unwatch = onTaken(() => [storedId, document.key], write);
  window.addEventListener('pagehide', leave);
  window.document.addEventListener('visibilitychange', write);
  return () => {
    hasEnded = true;
    unsubscribe();
    unwatch();
    write();
    window.removeEventListener('pagehide', leave);
    window.document.removeEventListener('visibilitychange', write);
  };
}

/**
 * Stores the text of the screen, encrypted if the post is protected.
 *
 * @param former the previous id of the post
 * @param isWanted whether to go on after the encryption, which takes a while
 * @returns whether it was stored
 * @throws DOMException as `keep` does
 */
export async function store(
  document: EditorDocument,
  former: string | null,
  isWanted: () => boolean = () => true,
  text: StoredText = storedText(document),
): Promise<boolean> {
  if (!isSecret(document)) return keep(text, former).then(() => true);
  const sealed = await seal(document, text);
  if (!isWanted()) return false;
  await keep(sealed, former);
  return true;
}

/** Whether the text on the screen is stored on this device. */
export function isStored(document: EditorDocument): boolean {
  return stored.get(document) === document.state().fields;
}

function storedText(document: EditorDocument): StoredText {
  const { id, version, fields, saved, copyFrom, createdAt } = document.state();
  const { key } = document;
  const began = { version, saved, copyFrom, createdAt, excerpt: saved.excerpt };
  return { key, id, ...began, sent: sentNewPost(document), at: Date.now(), fields };
}

/** Whether there is nothing to store: all is saved, or the text is protected with an unknown password. */
function isNothingToKeep(document: EditorDocument): boolean {
  const { fields, saved } = document.state();
  return (isSecret(document) && !canSeal(document)) || areSame(fields, saved);
}

/** Whether the text is protected, or was until now. */
export function isSecret(document: EditorDocument): boolean {
  const { fields, base } = document.state();
  return fields.protected === 1 || base.protected === 1;
}
