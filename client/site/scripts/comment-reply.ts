import type { Fields } from './comment-fields.ts';
import { entryOf } from './comment-place.ts';
import { make, onClick } from './dom.ts';
import { tell } from './status.ts';
import { translations } from './translations.ts';

/** Where each form stands while it answers nothing. */
const homes = new WeakMap<HTMLFormElement, Comment>();

/** Lets visitors answer a comment right below it: the form moves there, and back when they think better of it. */
export function offerReplies(forms: readonly Fields[]): void {
  const formFor = (element: HTMLElement) =>
    forms.find(({ thread }) => thread === element.closest<HTMLElement>('[data-thread]')?.dataset['thread']);
  onClick('a[data-reply]', (link, event) => {
    const fields = formFor(link);
    if (!fields || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void reply(fields, link.dataset['reply'] ?? '').then(() =>
      (fields.author.value ? fields.content : fields.author).focus(),
    );
  });
  onClick('[data-cancel-reply]', (link, event) => {
    const fields = formFor(link);
    if (!fields) return;
    event.preventDefault();
    const parent = parentOf(fields);
    cancelReply(fields);
    fields.form
      .closest('[data-thread]')
      ?.querySelector<HTMLElement>(`[data-reply="${CSS.escape(parent)}"]`)
      ?.focus();
  });
}

/** The comment that the form answers; "" for none. */
export function parentOf({ form }: Fields): string {
  return form.querySelector<HTMLInputElement>('[name=parentId]')?.value ?? '';
}

/** Moves the form under the comment that it answers. Does nothing where the page does not offer that. */
export async function reply(fields: Fields, id: string): Promise<void> {
  const { form } = fields;
  const section = form.closest<HTMLElement>('[data-thread]');
  const article = section && entryOf(section, id)?.querySelector(':scope > article');
  if (!article?.querySelector('[data-reply]')) return;
  const { t } = await translations();
  tell(fields.status, '');
  cancelReply(fields);
  const home = document.createComment('');
  form.before(home);
  homes.set(form, home);
  article.after(form);
  const author = article.querySelector('.author')?.textContent ?? '';
  headingOf(form).textContent = t('form.reply', { author });
  headingOf(form).after(
    make('input', { type: 'hidden', name: 'parentId', value: id }),
    make('p', { 'data-reply-only': '' }, make('a', { href: `#${form.id}`, 'data-cancel-reply': '' }, t('form.cancel'))),
  );
  form.dispatchEvent(new Event('input'));
}

/** Moves the form back to where it answers nothing. */
export function cancelReply(fields: Fields): void {
  const { form } = fields;
  forgetInAddress(parentOf(fields));
  form.querySelector('[name=parentId]')?.remove();
  form.querySelector('[data-cancel-reply]')?.closest('p')?.remove();
  headingOf(form).textContent = form.dataset['invitation'] ?? '';
  homes.get(form)?.replaceWith(form);
  homes.delete(form);
  form.dispatchEvent(new Event('input'));
}

/** The page may have come with a reply, with which a reload would begin anew. */
function forgetInAddress(id: string): void {
  const address = new URL(location.href);
  if (id === '' || address.searchParams.get('reply') !== id) return;
  address.searchParams.delete('reply');
  history.replaceState(history.state, '', address);
}

function headingOf(form: HTMLFormElement): HTMLElement {
  return form.querySelector<HTMLElement>('h3')!;
}
