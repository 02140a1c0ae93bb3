import type { Translate } from '../../../shared/translate.ts';
import { plainText } from '../../../shared/plain-text.ts';
import type { BlogOutputs, Comment } from '../../api/types.ts';
import { ask } from './ask.ts';
import { markHeld } from './comment-entry.ts';
import { formTextFields } from './comment-fields.ts';
import { isGone } from './comment-gone.ts';
import { countLeft } from './comment-left.ts';
import { changeCount, type Thread } from './comment-place.ts';
import { offerPreview } from './comment-preview.ts';
import { clearProblemsOnInput, isSendable, showProblems } from './comment-problems.ts';
import { makeText } from './comment-text.ts';
import { make } from './dom.ts';
import { keepReceipt, type Receipt } from './receipts.ts';
import { tell } from './status.ts';
import { translations } from './translations.ts';

/**
 * Opens a form in place of the visitor's own comment.
 *
 * @param stored the comment, which is replaced by what is saved
 * @param opener the pressed button, which gets the focus back
 * @param status the status line for success; errors are shown in the form
 */
export async function editComment(
  thread: Thread,
  entry: HTMLElement,
  receipt: Receipt,
  stored: { comment: Comment },
  opener: HTMLElement,
  status: HTMLElement,
): Promise<void> {
  let text = entry.querySelector<HTMLElement>(':scope > :first-child > .text')!;
  if (text.hidden) return;
  const { t } = await translations(entry);
  const form = makeForm(receipt.id, plainText(stored.comment), t);
  const fields = formTextFields(form);
  const close = () => {
    form.remove();
    text.hidden = false;
    opener.focus();
  };
  form.querySelector('[type=button]')?.addEventListener('click', close);
  form.addEventListener('keydown', ({ key }) => key === 'Escape' && close());
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (isSendable(fields)) void save(fields.content.value);
  });
  text.hidden = true;
  text.after(form);
  countLeft(fields);
  clearProblemsOnInput(fields);
  if (thread.querySelector('[data-markdown]')) void offerPreview(fields);
  tell(status, '');
  fields.content.focus();

  async function save(value: string): Promise<void> {
    try {
      const { comment } = await put(receipt, value);
      const waiting = comment.status === 'pending';
      const wasWaiting = entry.querySelector(':scope > :first-child [data-held]') !== null;
      keepReceipt({ ...receipt, waiting });
      stored.comment = comment;
      const saved = makeText(comment);
      saved.hidden = true;
      text.replaceWith(saved);
      text = saved;
      markHeld(entry, waiting, t('comments.held'));
      if (waiting !== wasWaiting) changeCount(thread, waiting ? -1 : 1, t);
      // Text typed while saving remains to be saved.
      if (fields.content.value === value) close();
      tell(status, t(waiting ? 'form.held' : 'form.saved'));
    } catch (error) {
      if (await isGone(error, receipt)) tell(fields.status, t('comments.gone'), true);
      else await showProblems(fields, error);
    }
  }
}

/** Has the same parts as templates/parts/form.liquid. */
function makeForm(id: string, text: string, t: Translate): HTMLFormElement {
  const content = make('textarea', { name: 'content', rows: '5', required: '', 'aria-label': t('form.content') });
  content.value = text;
  const row = [
    make('button', {}, t('comments.save')),
    ' ',
    make('button', { type: 'button' }, t('comments.cancel')),
    ' ',
    make('span', { 'data-left': '', hidden: '' }),
    ' ',
    make('span', { role: 'status', 'data-status': '' }),
  ];
  return make(
    'form',
    { class: 'write', id: `edit-${id}` },
    make('p', {}, content),
    make('p', { class: 'row' }, ...row),
  );
}

function put({ id, thread, receipt }: Receipt, content: string): Promise<BlogOutputs['comments']['edit']> {
  const path = `/api/posts/${encodeURIComponent(thread)}/comments/${id}`;
  return ask(path, { method: 'PUT', body: { content, include: 'html' }, receipts: [receipt] });
}
