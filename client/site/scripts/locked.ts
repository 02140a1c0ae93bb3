import type { EncryptedText } from '../../types.ts';
import { all, make } from './dom.ts';
import type { Rendered } from './rendered.ts';
import { tell } from './status.ts';
import { translations } from './translations.ts';

/** Opens protected posts on the device of the visitor: neither password nor text leaves it, and nothing is kept. */
export function openLocked(): void {
  for (const form of all<HTMLFormElement>('form[data-locked]')) void enhance(form);
}

async function enhance(form: HTMLFormElement): Promise<void> {
  // Browsers have it over https and on this machine only.
  if (!('subtle' in crypto)) return tell(statusOf(form), (await translations()).t('locked.insecure'), true);
  for (const row of all('.row', form)) row.hidden = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (form.ariaBusy !== 'true') void open(form);
  });
}

async function open(form: HTMLFormElement): Promise<void> {
  const field = form.querySelector<HTMLInputElement>('input[type=password]')!;
  const { t } = await translations();
  form.ariaBusy = 'true';
  tell(statusOf(form), t('locked.opening'));
  try {
    const library = await import('./decrypted.ts').catch(() => null);
    if (!library) return tell(statusOf(form), t('locked.unreachable'), true);
    const post = await library.decrypted(JSON.parse(form.dataset['locked'] ?? '') as EncryptedText, field.value, t);
    if (post) return show(form, post);
    tell(statusOf(form), t('locked.wrong'), true);
    field.setAttribute('aria-invalid', 'true');
    field.select();
    field.focus();
  } catch (error) {
    tell(statusOf(form), t('error.INTERNAL_SERVER_ERROR'), true);
    throw error;
  } finally {
    form.ariaBusy = 'false';
  }
}

/** The text takes the place of the form, and reading goes on there. */
function show(form: HTMLFormElement, { text, contents }: Rendered): void {
  const prose = make('div', { class: 'prose', tabindex: '-1', dir: 'auto' }, text);
  form.replaceWith(prose);
  // Where other posts have it: in front of the excerpt, which stays.
  const excerpt = prose.previousElementSibling;
  if (contents) (excerpt?.matches('.prose') ? excerpt : prose).before(contents);
  prose.focus();
}

function statusOf(form: HTMLFormElement): HTMLElement {
  return form.querySelector<HTMLElement>('[role=status]')!;
}
