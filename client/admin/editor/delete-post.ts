import { deleteSoon } from '../deletions/deletions.ts';
import { interpolate } from '../translations/interpolate.ts';
import { currentTranslations } from '../translations/translations.ts';
import type { DocumentState, EditorDocument } from './document.ts';

/**
 * Deletes a post or page with time for undo. The caller closes the editor. Nothing more is saved, because the post would
 * have another version than the one that is deleted; the unsaved text stays on the device until the post is deleted.
 */
export function deletePost(document: EditorDocument, { id, kind, base, version }: DocumentState): void {
  if (id === null) return;
  document.isDeleted = true;
  deleteSoon({
    kind: 'posts',
    keys: [id],
    what: interpolate(currentTranslations().common.quoted, { name: base.title }),
    calls: [{ path: kind === 'page' ? 'pages.delete' : 'posts.delete', input: { id, ifVersion: version } }],
  });
}
