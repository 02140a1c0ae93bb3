import { isWithdrawn } from '../../../shared/withdrawn.ts';
import type { BlogOutputs, Comment } from '../../api/types.ts';
import { ask, RequestError } from './ask.ts';
import { editComment } from './comment-edit.ts';
import { placeComment, type Thread } from './comment-place.ts';
import { withdraw } from './comment-withdraw.ts';
import { make } from './dom.ts';
import { forgetReceipt, keepReceipt, readReceipts, sendable, timeToChange, type Receipt } from './receipts.ts';
import { translations } from './translations.ts';

/** Shows visitors their own comments of a thread: pending ones, and buttons to change recent ones. */
export async function showOwn(thread: Thread): Promise<void> {
  const id = thread.dataset['thread'] ?? '';
  const own = sendable(readReceipts(id).filter((one) => one.waiting || timeToChange(one) > 0));
  if (own.length === 0) return;
  const path = `/api/posts/${encodeURIComponent(id)}/comments?include=html`;
  const receipts = own.map(({ receipt }) => receipt);
  const answer = await ask<BlogOutputs['comments']['list']>(path, { receipts }).catch(ignoreRequestError);
  // A page that takes no comments lists none of those that it has.
  if (!answer || answer.closed) return;
  const { t } = await translations(thread);
  for (const receipt of own) {
    const comment = answer.comments.find((one) => one.id === receipt.id);
    if (comment && !isWithdrawn(comment)) {
      keepReceipt({ ...receipt, waiting: comment.status === 'pending' });
      const entry = placeComment(thread, comment, t);
      if (entry) void offerChanges(thread, entry, receipt, comment);
    } else if (comment || answer.before === undefined) {
      // Deleted elsewhere; the server shows at most its replies.
      forgetReceipt(receipt.id);
    }
  }
}

/** Adds the edit and delete buttons to the visitor's own comment, for as long as it may be changed. */
export async function offerChanges(
  thread: Thread,
  entry: HTMLElement,
  receipt: Receipt,
  comment: Comment,
): Promise<void> {
  const time = timeToChange(receipt);
  const actions = entry.querySelector<HTMLElement>(':scope > :first-child > .actions');
  if (time === 0 || !actions || actions.querySelector('[data-edit]')) return;
  const { t } = await translations(thread);
  const edit = make('button', { type: 'button', 'data-edit': '' }, t('comments.edit'));
  const remove = make('button', { type: 'button', 'data-delete': '' }, t('comments.delete'));
  const status = make('span', { role: 'status' });
  const stored = { comment };
  edit.addEventListener('click', () => void editComment(thread, entry, receipt, stored, edit, status));
  confirmed(remove, t('comments.deleteSure'), () => void withdraw(thread, entry, receipt, status));
  actions.append(' ', edit, ' ', remove, ' ', status);
  setTimeout(() => [edit, remove].forEach((button) => button.remove()), time);
}

/** Asks for confirmation in the button itself: a second press confirms, losing the focus cancels. */
function confirmed(button: HTMLButtonElement, question: string, act: () => void): void {
  const label = button.textContent;
  button.addEventListener('click', () => {
    if (button.textContent === question) act();
    else button.textContent = question;
  });
  button.addEventListener('blur', () => (button.textContent = label));
}

/** Ignores a failure: the page still shows the public comments, and the next visit retries. */
function ignoreRequestError(error: unknown): null {
  if (error instanceof RequestError) return null;
  throw error;
}
