import type { EditorDocument } from './document.ts';

const waiting = new Map<string, EditorDocument>();

/** Leaves a document for the screen of its new address. */
export function handOver(id: string, document: EditorDocument): void {
  waiting.set(id, document);
}

/** Takes what another screen left for this address. */
export function takeOver(id: string): EditorDocument | undefined {
  const document = waiting.get(id);
  waiting.delete(id);
  return document;
}
