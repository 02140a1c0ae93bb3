import { createStore } from '../ui/store.ts';

/** What is shown no longer: deleted, or about to be and still to be undone. */
type Fate = 'waits' | 'deleted';

/** By id. Deleted ones stay here, since what was read earlier still holds them. */
export const gone = createStore<ReadonlyMap<string, Fate>>(new Map());

/** Takes comments out of sight. */
export function hide(ids: readonly string[], fate: Fate): void {
  gone.set(new Map([...gone.get(), ...ids.map((id) => [id, fate] as const)]));
}

/** Shows them again. */
export function unhide(ids: readonly string[]): void {
  const back = new Set(ids);
  gone.set(new Map([...gone.get()].filter(([id]) => !back.has(id))));
}
