import { createStore } from '../../ui/store.ts';
import { ownName } from '../../place.ts';

const KEY = ownName('octavo-import');

/** The files of an import that has begun on this device and not ended, such as one whose tab was closed; "" if none. */
export const unfinishedImport = createStore(localStorage.getItem(KEY) ?? '');

/** Remembers which files are imported until the import ends: "". */
export function rememberImport(names: string): void {
  unfinishedImport.set(names);
  try {
    if (names === '') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, names);
  } catch {
    // localStorage is full; a closed tab is not remembered.
  }
}
