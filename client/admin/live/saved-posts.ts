const listeners = new Set<(id: string) => void>();

/** Tells the open editors that a post was saved, here or elsewhere. */
export function announceSaved(id: string): void {
  listeners.forEach((listener) => listener(id));
}

/** @returns ends it */
export function listenToSaved(listener: (id: string) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
