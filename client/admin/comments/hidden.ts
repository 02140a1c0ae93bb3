import { createStore } from '../ui/store.ts';

/** Why a comment is hidden: deleted, or about to be deleted. */
type Reason = 'pending' | 'deleted';

/** By id. Deleted comments stay here, because cached pages still contain them. */
export const hiddenComments = createStore<ReadonlyMap<string, Reason>>(new Map());

/** Hides comments. */
export function hide(ids: readonly string[], reason: Reason): void {
  hiddenComments.set(new Map([...hiddenComments.get(), ...ids.map((id) => [id, reason] as const)]));
}

/** Shows them again. */
export function unhide(ids: readonly string[]): void {
  const back = new Set(ids);
  hiddenComments.set(new Map([...hiddenComments.get()].filter(([id]) => !back.has(id))));
}
