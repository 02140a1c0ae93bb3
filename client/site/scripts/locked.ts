import type { EncryptedText } from '../../types.ts';
import { all, make } from './dom.ts';
import type { Problem } from './decrypted.ts';
import type { Rendered } from './rendered.ts';
import { leadToHeading } from './old-fragments.ts';
import { tell } from './status.ts';
import { translations } from './translations.ts';

const sentences: Record<Problem, string> = {
  WRONG_PASSWORD: 'locked.wrong',
  DATA_DAMAGED: 'locked.damaged',
  CRYPTO_UNAVAILABLE: 'locked.insecure',
};

/** Decrypts protected posts on the visitor's device: password and text are neither sent nor stored. */
export function openLocked(): void {
  for (const form of all<HTMLFormElement>('form[data-locked]')) void enhance(form);
}

async function enhance(form: HTMLFormElement): Promise<void> {
  // The Web Crypto API is available only over HTTPS and on localhost.
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
    if (typeof post !== 'string') return show(form, post);
    tell(statusOf(form), t(sentences[post]), true);
    if (post !== 'WRONG_PASSWORD') return;
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

/** Replaces the form by the text, which gets the focus. */
function show(form: HTMLFormElement, { text, contents }: Rendered): void {
  const prose = make('div', { class: 'prose', tabindex: '-1', dir: 'auto' }, text);
  form.replaceWith(prose);
  // In its usual place, before the excerpt.
  const excerpt = prose.previousElementSibling;
  if (contents) (excerpt?.matches('.prose') ? excerpt : prose).before(contents);
  prose.focus();
  leadToHeading();
}

function statusOf(form: HTMLFormElement): HTMLElement {
  return form.querySelector<HTMLElement>('[role=status]')!;
}
