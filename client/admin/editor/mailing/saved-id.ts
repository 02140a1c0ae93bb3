import { isUnsaved, type EditorDocument } from '../document.ts';
import { perform } from '../tasks.ts';

/**
 * Saves a draft, so that the service can mail it.
 *
 * @returns the id of the post; null if the draft could not be saved, which the status line explains
 */
export async function savedId(document: EditorDocument): Promise<string | null> {
  const before = document.state();
  if (before.status === 'draft' && (before.id === null || isUnsaved(before))) await perform(document, 'save');
  const after = document.state();
  return after.id === null || (after.status === 'draft' && isUnsaved(after)) ? null : after.id;
}
