import { forget, keep, keepSpare, onTaken, type Kept } from './device.ts';
import type { DocumentState, EditorDocument } from './document.ts';
import { areSame } from './fields.ts';
import { sentNew } from './unanswered.ts';

/** Milliseconds without a change after which the text is kept, and how long a restless writer is waited for. */
const PAUSE = 400;
const LATEST = 1500;
/** Milliseconds after a failure until the next try. */
const RETRY = 3000;

/**
 * Keeps what is not saved on this device, within two seconds of each change and before the page goes; the state says so
 * once the disk has it. A protected text is never kept.
 *
 * @returns keeps the rest and ends
 */
export function keepOnDevice(document: EditorDocument): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let waitingSince = 0;
  let seen = document.state();
  let place = seen.id;
  let attempts = 0;
  let told = 0;
  let hasEnded = false;

  function write(): void {
    clearTimeout(timer);
    clearTimeout(retry);
    timer = undefined;
    const attempt = ++attempts;
    const { id } = document.state();
    if (isNothingToKeep(document)) {
      forget(id, document.key);
      if (place !== id) forget(place, document.key);
      place = id;
      return tell(attempt, 'nothing');
    }
    keep(textOf(document), place).then(
      () => {
        place = id;
        tell(attempt, 'kept');
      },
      (error: unknown) => {
        tell(attempt, error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'failed');
        clearTimeout(retry);
        if (!hasEnded) retry = setTimeout(write, RETRY);
      },
    );
  }

  function leave(): void {
    if (!isNothingToKeep(document)) keepSpare(textOf(document));
    write();
  }

  /** A slow write must not speak over one that came after it. */
  function tell(attempt: number, onDevice: DocumentState['onDevice']): void {
    if (attempt < told) return;
    told = attempt;
    if (document.state().onDevice !== onDevice) document.set({ onDevice });
  }

  function look(): void {
    const { fields, saved, id } = document.state();
    const isNew = fields !== seen.fields || saved !== seen.saved || id !== seen.id;
    seen = document.state();
    if (!isNew) return;
    if (isNothingToKeep(document)) return write();
    const now = Date.now();
    if (timer === undefined) waitingSince = now;
    clearTimeout(timer);
    timer = setTimeout(write, Math.max(0, Math.min(PAUSE, waitingSince + LATEST - now)));
  }

  const unsubscribe = document.subscribe(look);
  // Somebody discarded or restored it in another window; here it is on the screen still.
  const unwatch = onTaken(() => [place, document.key], write);
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

function textOf(document: EditorDocument): Kept {
  const { id, version, fields, saved } = document.state();
  const { key } = document;
  return { key, id, version, excerpt: saved.excerpt, sent: sentNew(document), at: Date.now(), fields };
}

/** Whether the device may or need not hold the text: all is saved, or it is protected. */
function isNothingToKeep(document: EditorDocument): boolean {
  const { fields, saved } = document.state();
  return isSecret(document) || areSame(fields, saved);
}

/** Whether the text is protected, or was until now. */
export function isSecret(document: EditorDocument): boolean {
  const { fields, base } = document.state();
  return fields.protected === 1 || base.protected === 1;
}
