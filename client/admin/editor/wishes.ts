import type { EditorDocument, Task } from './document.ts';

/** By the keys of documents, under which the device has what they keep. */
const wishes = new Map<string, Task>();

/**
 * Notes what is to be done once the service has time. Saving adds nothing to what was asked for before: publishing saves
 * as well.
 */
export function wish({ key }: EditorDocument, task: Task): void {
  wishes.set(key, task === 'save' ? (wishes.get(key) ?? task) : task);
}

/** Takes the wish of a document, if there is one. */
export function takeWish({ key }: EditorDocument): Task | undefined {
  const task = wishes.get(key);
  wishes.delete(key);
  return task;
}

/** Forgets what was asked for: the screen went, or the text was given up. */
export function dropWish(key: string): void {
  wishes.delete(key);
}
