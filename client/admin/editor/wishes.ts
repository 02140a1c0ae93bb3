import type { EditorDocument, Task } from './document.ts';

const wishes = new WeakMap<EditorDocument, Task>();

/**
 * Notes what is to be done once the service has time. Saving adds nothing to what was asked for before: publishing saves
 * as well.
 */
export function wish(document: EditorDocument, task: Task): void {
  wishes.set(document, task === 'save' ? (wishes.get(document) ?? task) : task);
}

/** Takes the wish of a document, if there is one. */
export function takeWish(document: EditorDocument): Task | undefined {
  const task = wishes.get(document);
  wishes.delete(document);
  return task;
}
