import type { EditorDocument } from './document.ts';
import { cancelPendingTask } from './pending-task.ts';

/** The interval of retries while the service cannot be reached. */
const RETRY_INTERVAL_MS = 3000;

/** The retry function of each open document. */
const attempts = new WeakMap<EditorDocument, () => void>();
const timers = new WeakMap<EditorDocument, ReturnType<typeof setTimeout>>();

/**
 * Enables retries while a document is open. Leaving the screen cancels the pending task: the text stays on the device,
 * and nothing is published unexpectedly.
 *
 * @returns disables retries
 */
export function enableRetries(document: EditorDocument, attempt: () => void): () => void {
  attempts.set(document, attempt);
  return () => {
    if (attempts.get(document) !== attempt) return;
    attempts.delete(document);
    cancelRetry(document);
    if (document.state().trouble === 'unreachable') cancelPendingTask(document.key);
  };
}

/** Retries after the interval, if the document is open. */
export function scheduleRetry(document: EditorDocument): void {
  const attempt = attempts.get(document);
  if (attempt) timers.set(document, setTimeout(attempt, RETRY_INTERVAL_MS));
}

/** Cancels the scheduled retry. */
export function cancelRetry(document: EditorDocument): void {
  clearTimeout(timers.get(document));
}
