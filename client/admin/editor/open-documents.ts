import type { EditorDocument } from './document.ts';

const waiting = new Map<string | null, EditorDocument>();

/** Leaves a document for the screen of its new address; null: for the one of new posts. */
export function handOver(id: string | null, document: EditorDocument): void {
  waiting.set(id, document);
}

/** Takes what another screen left for this address. */
export function takeOver(id: string | null): EditorDocument | undefined {
  const document = waiting.get(id);
  waiting.delete(id);
  return document;
}
