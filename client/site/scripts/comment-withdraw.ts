import type { BlogOutputs } from '../../api/types.ts';
import { ask } from './ask.ts';
import { markWithdrawn } from './comment-entry.ts';
import { formFields } from './comment-fields.ts';
import { isGone } from './comment-gone.ts';
import { changeCount, findEntry, removeEntry, type Thread } from './comment-place.ts';
import { cancelReply, parentOf } from './comment-reply.ts';
import { forgetReceipt, type Receipt } from './receipts.ts';
import { tell, tellRefusal } from './status.ts';
import { translations } from './translations.ts';

/**
 * Deletes the visitor's own comment. If it has replies, an empty entry stays.
 *
 * @param status the status line for errors
 */
export async function withdraw(
  thread: Thread,
  entry: HTMLElement,
  receipt: Receipt,
  status: HTMLElement,
): Promise<void> {
  const { t } = await translations(thread);
  try {
    const { deleted } = await remove(receipt);
    forgetReceipt(receipt.id);
    const isAlone = deleted > 0;
    saveForm(thread, (answered) => (isAlone ? entry.contains(answered) : entry === answered));
    if (isAlone && !entry.querySelector('[data-held]')) changeCount(thread, -deleted, t);
    if (isAlone) removeEntry(thread, entry, t);
    else markWithdrawn(entry, t('comments.gone'));
    const place = thread.querySelector<HTMLElement>('[data-write] [data-status]');
    if (place) tell(place, t('form.deleted'));
    thread.tabIndex = -1;
    thread.focus({ preventScroll: true });
  } catch (error) {
    if (await isGone(error, receipt)) tell(status, t('comments.gone'), true);
    else await tellRefusal(status, error);
  }
}

function remove({ id, thread, receipt }: Receipt): Promise<BlogOutputs['comments']['withdraw']> {
  const path = `/api/posts/${encodeURIComponent(thread)}/comments/${id}`;
  return ask(path, { method: 'DELETE', receipts: [receipt] });
}

/** Moves the form out of an entry that will be removed, with its text. */
function saveForm(thread: Thread, goes: (answered: HTMLElement) => boolean): void {
  const form = thread.querySelector<HTMLFormElement>('form[data-write]');
  if (!form) return;
  const fields = formFields(form);
  const answered = findEntry(thread, parentOf(fields));
  if (answered && goes(answered)) cancelReply(fields);
}
