import { isSecret } from './keep-on-device.ts';
import type { DocumentState, EditorDocument } from './document.ts';
import { areSame, findChanges, haveSame, toWorkingCopy } from '../device/unsaved/fields.ts';
import { saveWhileClosing } from './save-while-closing.ts';
import { perform } from './tasks.ts';

/**
 * How long the first change waits until the text is saved to the service; typing does not put it off, so that another
 * device lacks at most the last two seconds when this one is lost. A save that takes longer than this holds back the
 * next.
 */
const DELAY_MS = 1500;

/** Whether an input method composes text in the page. */
let isComposing = false;
window.addEventListener('compositionstart', () => (isComposing = true));
window.addEventListener('compositionend', () => (isComposing = false));

/**
 * Saves the document to the service while somebody writes, when the screen is left, and when the page is hidden or
 * closed. Published posts are saved to their working copy, protected ones not at all. It waits while an input method
 * composes text: what is saved then would be half a word.
 *
 * @returns saves the last changes and stops
 */
export function autosave(document: EditorDocument): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let seen = document.state();

  function save(): void {
    clearTimeout(timer);
    timer = undefined;
    if (isComposing) return plan();
    if (canAutosave(document)) void perform(document, 'autosave');
  }

  function plan(): void {
    timer ??= setTimeout(save, DELAY_MS);
  }

  const unsubscribe = document.subscribe(() => {
    const { fields, saved } = document.state();
    // A text that was combined with one of the service has to be saved too.
    const isNew = fields !== seen.fields || saved !== seen.saved;
    seen = document.state();
    if (isNew && canAutosave(document)) plan();
  });
  if (canAutosave(document)) plan();
  const leaving = new AbortController();
  const { signal } = leaving;
  const closing = () => !isComposing && canAutosave(document) && saveWhileClosing(document);
  window.addEventListener('pagehide', closing, { signal });
  const hidden = () => window.document.visibilityState === 'hidden' && save();
  window.document.addEventListener('visibilitychange', hidden, { signal });
  return () => {
    clearTimeout(timer);
    leaving.abort();
    unsubscribe();
    if (!isComposing && canAutosave(document)) void perform(document, 'autosave');
  };
}

/** Whether there are changes that can be saved without the user. */
export function canAutosave(document: EditorDocument): boolean {
  const state = document.state();
  const { trouble, conflict, hasNewPassword } = state;
  if (document.isDeleted || isSecret(document) || hasNewPassword || conflict !== null) return false;
  // These need a decision of the user.
  if (trouble === 'stale' || trouble === 'gone' || trouble === 'unreachable') return false;
  return hasChanges(state);
}

/** Whether the service lacks changes; those of the publish time of a published post need an update. */
function hasChanges({ status, fields, saved, base }: DocumentState): boolean {
  if (status !== 'published') return !areSame(fields, saved);
  const [wanted, stored] = [toWorkingCopy(findChanges(base, fields)), toWorkingCopy(findChanges(base, saved))];
  const names = [...new Set([...Object.keys(wanted), ...Object.keys(stored)])] as (keyof typeof fields)[];
  return !haveSame(fields, saved, names);
}
