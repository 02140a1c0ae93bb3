import type { Fields } from './comment-fields.ts';
import { findEntry } from './comment-place.ts';
import { make, onClick } from './dom.ts';
import { tell } from './status.ts';
import { translations } from './translations.ts';

/** Marks the original place of each form while it is below a comment. */
const homes = new WeakMap<HTMLFormElement, Comment>();

/** Lets visitors reply right below a comment: the form moves there, and back when they cancel. */
export function offerReplies(forms: readonly Fields[], within?: HTMLElement): void {
  const formFor = (element: HTMLElement) =>
    forms.find(({ thread }) => thread === element.closest<HTMLElement>('[data-thread]')?.dataset['thread']);
  const answer = (link: HTMLElement, event: MouseEvent) => {
    const fields = formFor(link);
    if (!fields || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void reply(fields, link.dataset['reply'] ?? '').then(() =>
      (fields.author.value ? fields.content : fields.author).focus(),
    );
  };
  const cancel = (link: HTMLElement, event: MouseEvent) => {
    const fields = formFor(link);
    if (!fields) return;
    event.preventDefault();
    const parent = parentOf(fields);
    cancelReply(fields);
    fields.form
      .closest('[data-thread]')
      ?.querySelector<HTMLElement>(`[data-reply="${CSS.escape(parent)}"]`)
      ?.focus();
  };
  onClick('[data-reply]', answer, within);
  onClick('[data-cancel-reply]', cancel, within);
}

/** The id of the comment that the form replies to; "" for none. */
export function parentOf({ form }: Fields): string {
  return form.querySelector<HTMLInputElement>('[name=parentId]')?.value ?? '';
}

/** Moves the form below the parent comment. Does nothing if the page has no reply link for it. */
export async function reply(fields: Fields, id: string): Promise<void> {
  const { form } = fields;
  const section = form.closest<HTMLElement>('[data-thread]');
  const comment = section && findEntry(section, id)?.querySelector(':scope > :first-child');
  if (!comment?.querySelector('[data-reply]')) return;
  const { t } = await translations(form);
  tell(fields.status, '');
  cancelReply(fields);
  const home = document.createComment('');
  form.before(home);
  homes.set(form, home);
  comment.after(form);
  const author = comment.querySelector('.author')?.textContent ?? '';
  headingOf(form).textContent = t('form.reply', { author });
  headingOf(form).after(
    make('input', { type: 'hidden', name: 'parentId', value: id }),
    make('p', { 'data-reply-only': '' }, make('a', { href: `#${form.id}`, 'data-cancel-reply': '' }, t('form.cancel'))),
  );
  form.dispatchEvent(new Event('input'));
}

/** Moves the form back to its original place. */
export function cancelReply(fields: Fields): void {
  const { form } = fields;
  removeReplyParameter(parentOf(fields));
  form.querySelector('[name=parentId]')?.remove();
  form.querySelector('[data-cancel-reply]')?.closest('p')?.remove();
  headingOf(form).textContent = form.dataset['invitation'] ?? '';
  homes.get(form)?.replaceWith(form);
  homes.delete(form);
  form.dispatchEvent(new Event('input'));
}

/** Removes `?reply=` from the URL, so that a reload does not start the reply again. */
function removeReplyParameter(id: string): void {
  const url = new URL(location.href);
  if (id === '' || url.searchParams.get('reply') !== id) return;
  url.searchParams.delete('reply');
  history.replaceState(history.state, '', url);
}

function headingOf(form: HTMLFormElement): HTMLElement {
  return form.querySelector<HTMLElement>('h3')!;
}
