import type { Translate } from '../../../shared/translate.ts';
import type { EncryptedText } from '../../api/types.ts';
import { addTools } from './copy-code.ts';
import { all, make } from './dom.ts';
import type { Problem } from './decrypted.ts';
import { memory } from './memory.ts';
import type { Rendered } from './rendered.ts';
import { followContents } from './follow-contents.ts';
import { leadToHeading } from './old-fragments.ts';
import { tell } from './status.ts';
import { translations } from './translations.ts';

const sentences: Record<Problem, string> = {
  WRONG_PASSWORD: 'locked.wrong',
  DATA_DAMAGED: 'locked.damaged',
  CRYPTO_UNAVAILABLE: 'locked.insecure',
};

/** The number of texts that a tab keeps open. */
const MAX_OPEN = 20;

/** The texts that were opened in this tab, by the initialization vectors of their encryption. */
const opened = memory<[iv: string, markdown: string][]>('opened', [], true);

/**
 * Decrypts protected posts on the visitor's device. The password is neither sent nor stored; the text stays open until
 * the tab is closed (sessionStorage), and is stored nowhere else.
 */
export function openLocked(): void {
  for (const form of all<HTMLFormElement>('form[data-locked]')) void enhance(form);
}

async function enhance(form: HTMLFormElement): Promise<void> {
  if (await reopen(form)) return;
  // The Web Crypto API is available only over HTTPS and on localhost.
  if (!('subtle' in crypto)) return tell(statusOf(form), (await translations()).t('locked.insecure'), true);
  for (const row of all('.row', form)) row.hidden = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (form.ariaBusy !== 'true') void open(form);
  });
}

/** Shows a text that was opened in this tab before. */
async function reopen(form: HTMLFormElement): Promise<boolean> {
  const { iv } = encryptedIn(form);
  const [, markdown] = opened.read().find(([known]) => known === iv) ?? [];
  if (markdown === undefined) return false;
  const library = await import('./decrypted.ts').catch(() => null);
  if (!library) return false;
  const { t } = await translations();
  show(form, await library.rendered(markdown, t), t);
  return true;
}

function encryptedIn({ dataset }: HTMLFormElement): EncryptedText {
  return JSON.parse(dataset['locked'] ?? '') as EncryptedText;
}

async function open(form: HTMLFormElement): Promise<void> {
  const field = form.querySelector<HTMLInputElement>('input[type=password]')!;
  const { t } = await translations();
  form.ariaBusy = 'true';
  tell(statusOf(form), t('locked.opening'));
  try {
    const library = await import('./decrypted.ts').catch(() => null);
    if (!library) return tell(statusOf(form), t('locked.unreachable'), true);
    const enc = encryptedIn(form);
    const post = await library.openProtected(enc, field.value, t);
    if (typeof post !== 'string') {
      opened.write([...opened.read(), [enc.iv, post.markdown] as [string, string]].slice(-MAX_OPEN));
      show(form, post, t).focus();
      return;
    }
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

/** Replaces the form and the excerpt by the text, as in any other post. */
function show(form: HTMLFormElement, { text, direction, contents, minutes }: Rendered, t: Translate): HTMLElement {
  const meta = form.closest('article')?.querySelector('.meta');
  meta?.append(' ', make('span', {}, t('post.minutes', { count: minutes })));
  const prose = make('div', { class: 'prose', tabindex: '-1', dir: direction }, text);
  const excerpt = form.previousElementSibling;
  if (excerpt?.matches('.prose')) excerpt.remove();
  form.replaceWith(prose);
  if (contents) prose.before(contents);
  addTools(prose);
  followContents();
  leadToHeading();
  return prose;
}

function statusOf(form: HTMLFormElement): HTMLElement {
  return form.querySelector<HTMLElement>('[role=status]')!;
}
