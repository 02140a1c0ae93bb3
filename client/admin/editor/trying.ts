import type { EditorDocument } from './document.ts';
import { dropWish } from './wishes.ts';

/** Milliseconds between two tries while the service cannot be reached. */
const EVERY = 3000;

/** What tries again, for each document that is on the screen. */
const attempts = new WeakMap<EditorDocument, () => void>();
const timers = new WeakMap<EditorDocument, ReturnType<typeof setTimeout>>();

/**
 * Lets a document be tried again while it is on the screen. Whoever leaves asks for nothing any more: what could not be
 * sent stays on the device, and nothing is published behind the writer's back.
 *
 * @param isMoving whether the document goes on to another screen, when this one goes
 * @returns ends it
 */
export function tryOnScreen(document: EditorDocument, attempt: () => void, isMoving: () => boolean): () => void {
  attempts.set(document, attempt);
  const { trouble, running } = document.state();
  // It came from another screen.
  if (trouble === 'unreachable' && running === null) tryLater(document);
  return () => {
    if (attempts.get(document) !== attempt) return;
    attempts.delete(document);
    stopTrying(document);
    if (document.state().trouble === 'unreachable' && !isMoving()) dropWish(document.key);
  };
}

/** Tries again after a while, if the document is on the screen. */
export function tryLater(document: EditorDocument): void {
  const attempt = attempts.get(document);
  if (attempt) timers.set(document, setTimeout(attempt, EVERY));
}

/** Waits for no other try. */
export function stopTrying(document: EditorDocument): void {
  clearTimeout(timers.get(document));
}
