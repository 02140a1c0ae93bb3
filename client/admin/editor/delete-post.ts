import { client, queryClient } from '../api/api.ts';
import { deleteSoon } from '../deletions/deletions.ts';
import { notifyDone, notifyFailure } from '../ui/notify.ts';
import { formatMessage } from '../translations/format-message.ts';
import { currentTranslations } from '../translations/translations.ts';
import type { EditorDocument } from './document.ts';

/**
 * Deletes a post or page with time for undo. The caller closes the editor. Nothing more is saved, because the post would
 * have another version than the one that is deleted; the unsaved text stays on the device until the post is deleted.
 */
export async function deletePost(document: EditorDocument): Promise<void> {
  document.isDeleted = true;
  // A save under way gives the post another version, and perhaps another id.
  await untilIdle(document);
  const { id, kind, base, version } = document.state();
  if (id === null) return;
  deleteSoon({
    kind: 'posts',
    keys: [id],
    what: formatMessage(currentTranslations().common.quoted, { name: base.title }),
    calls: [{ path: kind === 'page' ? 'pages.delete' : 'posts.delete', input: { id, ifVersion: version } }],
  });
}

/**
 * Moves a post or page to the trash. The editor saves nothing more; the unsaved text stays on the device.
 *
 * @returns false if the service refused it, and showed why
 */
export async function trashPost(document: EditorDocument): Promise<boolean> {
  document.isDeleted = true;
  await untilIdle(document);
  const { id, kind, base, version } = document.state();
  if (id === null) return false;
  try {
    await client.mutation(kind === 'page' ? 'pages.trash' : 'posts.trash', { id, ifVersion: version });
  } catch (error) {
    document.isDeleted = false;
    notifyFailure(error);
    return false;
  }
  await queryClient.invalidateQueries();
  notifyDone(formatMessage(currentTranslations().posts.isTrashed, { title: base.title }));
  return true;
}

function untilIdle({ state, subscribe }: EditorDocument): Promise<void> {
  return new Promise((resolve) => {
    const unsubscribe = subscribe(check);
    check();

    function check(): void {
      if (state().running !== null) return;
      unsubscribe();
      resolve();
    }
  });
}
