import type { EditorDocument, Task } from './document.ts';

/** By the keys of documents. */
const pendingTasks = new Map<string, Task>();

/**
 * Queues a task until the running one has ended or the service is reachable. Saving does not replace publishing, which
 * saves too, and an autosave replaces nothing.
 */
export function queueTask({ key }: EditorDocument, task: Task): void {
  const pending = pendingTasks.get(key);
  const isWeaker = pending !== undefined && (task === 'autosave' || (task === 'save' && pending !== 'autosave'));
  if (!isWeaker) pendingTasks.set(key, task);
}

/** Removes and returns the pending task of a document. */
export function takePendingTask({ key }: EditorDocument): Task | undefined {
  const task = pendingTasks.get(key);
  pendingTasks.delete(key);
  return task;
}

/** Cancels the pending task, because the screen was closed or the text discarded. */
export function cancelPendingTask(key: string): void {
  pendingTasks.delete(key);
}
