/** Gets the id of the saved post; null when any post may have been saved. */
type Listener = (id: string | null) => void;

const listeners = new Set<Listener>();

/** Tells the open editors that a post was saved, here or elsewhere. */
export function announceSaved(id: string | null): void {
  listeners.forEach((listener) => listener(id));
}

/** @returns ends it */
export function listenToSaved(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
