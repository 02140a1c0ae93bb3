import { asBlogError } from '../errors/as-blog-error.ts';
import { service } from './calls.ts';
import type { DocumentState, EditorDocument, ServerState } from './document.ts';
import { areSame, editorFields, onBase, type Fields } from '../device/unsaved/fields.ts';
import { withLineFeeds } from '../device/unsaved/line-endings.ts';
import type { Edit, Merged } from './merge.ts';

/** The result of a merge, and the edits that change the text on the screen to it. */
export interface Combined extends Merged {
  edits: Edit[];
}

/**
 * Merges the state that another tab or device has saved with the text on the screen.
 *
 * @param held the state of the service
 * @returns both sides, which differ only where both changed the same place; everything differs if their common version
 *   is not known
 * @throws BlogError while the service cannot be reached
 */
export async function combine(document: EditorDocument, held: ServerState): Promise<Combined> {
  const base = await ancestorOf(document.state(), held);
  const { editsBetween, mergeFields } = await import('./merge.ts');
  const { fields } = document.state();
  const theirs = held.saved;
  if (base) {
    const merged = mergeFields(base, fields, theirs);
    return { ...merged, edits: editsBetween(withLineFeeds(fields.content), withLineFeeds(merged.mine.content)) };
  }
  return { edits: [], mine: { ...onBase(fields, document.state().base, theirs), content: fields.content }, theirs };
}

/** Brings the text in the code editor up to date, without moving its cursor. */
export function showEdits({ view, state }: EditorDocument, { edits }: Combined): void {
  if (edits.length > 0 && view?.state.doc.toString() === withLineFeeds(state().fields.content))
    view.dispatch({ changes: edits });
}

/** Whether nothing has to be decided. */
export function isCombined({ mine, theirs }: Merged): boolean {
  return areSame(mine, theirs);
}

/** The version on which both sides are based; null if it is no longer stored. */
async function ancestorOf(
  { id, version, base, saved, copyFrom, isBaseKnown }: DocumentState,
  held: ServerState,
): Promise<Fields | null> {
  // Our own working copy: the post itself has changed since.
  const isOwnCopy = copyFrom !== null && held.copyFrom === copyFrom;
  if (isBaseKnown) return isOwnCopy ? base : saved;
  if (id === null) return null;
  try {
    const { revision } = await service.revisions.get.query({ id, version });
    const fields = editorFields(revision, held.saved.slug);
    return revision.protected === 1 ? null : fields;
  } catch (error) {
    if (asBlogError(error).code === 'NOT_FOUND') return null;
    throw error;
  }
}
