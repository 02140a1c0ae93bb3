import type { EditorDocument } from './document.ts';

let waiting: EditorDocument | undefined;

/** Hands a document over to the editor of new posts. */
export function handOver(document: EditorDocument): void {
  waiting = document;
}

/** Takes over the document that another screen left. */
export function takeOver(): EditorDocument | undefined {
  const document = waiting;
  waiting = undefined;
  return document;
}
