import { ownName } from '../../place.ts';

/** How the editor shows a text: as the site does, or its Markdown. */
export type Look = 'live' | 'source';

const KEY = ownName('octavo-editor-look');
const listeners = new Set<() => void>();
let chosen: Look | undefined;

/** The look that was chosen on this device; at first as the site shows the text. */
export function chosenLook(): Look {
  return (chosen ??= localStorage.getItem(KEY) === 'source' ? 'source' : 'live');
}

/** Chooses the look of all editors on this device. */
export function chooseLook(look: Look): void {
  chosen = look;
  try {
    localStorage.setItem(KEY, look);
  } catch {
    // localStorage is full; the choice lasts until the page is closed.
  }
  for (const listener of listeners) listener();
}

/** For useSyncExternalStore. */
export function onLook(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
