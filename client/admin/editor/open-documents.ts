import type { EditorDocument } from './document.ts';

const waiting = new Map<string | null, EditorDocument>();

/** Hands a document over to the screen of its new URL; null: of new posts. */
export function handOver(id: string | null, document: EditorDocument): void {
  waiting.set(id, document);
}

/** Takes over the document that another screen left for this URL. */
export function takeOver(id: string | null): EditorDocument | undefined {
  const document = waiting.get(id);
  waiting.delete(id);
  return document;
}
