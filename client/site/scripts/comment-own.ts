import type { BlogOutputs } from '../../types.ts';
import { ask, Refused } from './ask.ts';
import { editComment } from './comment-edit.ts';
import { count, placeComment, type Thread } from './comment-place.ts';
import { make } from './dom.ts';
import { forgetReceipt, keepReceipt, receiptsOf, sendable, timeToChange, type Receipt } from './receipts.ts';
import { tell, tellRefusal } from './status.ts';
import { words } from './words.ts';

/** Shows visitors their own comments of a thread: those that wait, and the means to change those that are new. */
export async function showOwn(thread: Thread): Promise<void> {
  const id = thread.dataset['thread'] ?? '';
  const own = receiptsOf(id).filter((one) => one.waiting || timeToChange(one) > 0);
  if (own.length === 0) return;
  const path = `/api/posts/${encodeURIComponent(id)}/comments`;
  const answer = await ask<BlogOutputs['comments']['list']>(path, { receipts: sendable(own) }).catch(ignoreRefusal);
  if (!answer) return;
  const known = await words();
  for (const receipt of own) {
    const comment = answer.comments.find((one) => one.id === receipt.id);
    if (comment) {
      keepReceipt({ ...receipt, waiting: comment.status === 'pending' });
      void offerChanges(thread, placeComment(thread, comment, known), receipt);
    } else if (answer.before === undefined) {
      // It is not among the older ones either.
      forgetReceipt(receipt.id);
    }
  }
}

/** Puts buttons to change and delete it on the visitor's own comment, for as long as it may be changed. */
export async function offerChanges(thread: Thread, entry: HTMLElement, receipt: Receipt): Promise<void> {
  const time = timeToChange(receipt);
  const actions = entry.querySelector<HTMLElement>(':scope > article > .actions');
  if (time === 0 || !actions || actions.querySelector('[data-edit]')) return;
  const { say } = await words();
  const edit = make('button', { type: 'button', 'data-edit': '' }, say('comments.edit'));
  const remove = make('button', { type: 'button', 'data-delete': '' }, say('comments.delete'));
  const status = make('span', { role: 'status' });
  edit.addEventListener('click', () => void editComment(entry, receipt, edit, status));
  confirmed(remove, say('comments.deleteSure'), () => void withdraw(thread, entry, receipt, status));
  actions.append(' ', edit, ' ', remove, ' ', status);
  setTimeout(() => [edit, remove].forEach((button) => button.remove()), time);
}

/** Asks in the button itself: the second press is the answer, and to go elsewhere is the other one. */
function confirmed(button: HTMLButtonElement, question: string, act: () => void): void {
  const label = button.textContent;
  button.addEventListener('click', () => {
    if (button.textContent === question) act();
    else button.textContent = question;
  });
  button.addEventListener('blur', () => (button.textContent = label));
}

async function withdraw(thread: Thread, entry: HTMLElement, receipt: Receipt, status: HTMLElement): Promise<void> {
  const path = `/api/posts/${encodeURIComponent(receipt.thread)}/comments/${receipt.id}`;
  try {
    const { deleted } = await ask<BlogOutputs['comments']['withdraw']>(path, {
      method: 'DELETE',
      receipts: [receipt.receipt],
    });
    forgetReceipt(receipt.id);
    const known = await words();
    if (deleted > 0 && !entry.querySelector('[data-held]')) count(thread, -deleted, known);
    if (deleted > 0) entry.remove();
    else empty(entry);
    const place = thread.querySelector<HTMLElement>('[data-write] [data-status]');
    if (place) tell(place, known.say('form.deleted'));
    thread.tabIndex = -1;
    thread.focus({ preventScroll: true });
  } catch (error) {
    await tellRefusal(status, error);
  }
}

/** One with replies stays as a place for them. */
function empty(entry: HTMLElement): void {
  for (const part of entry.querySelectorAll(':scope > article :is(.author, .text)')) part.textContent = '';
  for (const button of entry.querySelectorAll(':scope > article :is([data-edit], [data-delete])')) button.remove();
}

/** The page shows everything that others see; what is missing comes with the next visit. */
function ignoreRefusal(error: unknown): null {
  if (error instanceof Refused) return null;
  throw error;
}
