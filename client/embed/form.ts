import { commentLengths } from '../../shared/lengths.ts';
import type { Translate } from '../../shared/translate.ts';
import { make } from '../site/scripts/dom.ts';
import type { ThreadTexts } from './texts.ts';
import type { Site } from './site.ts';

/**
 * The form of a thread, with the same parts as templates/parts/form.liquid.
 *
 * @param page the URL of a page of another site, to which comments are sent
 * @param site whether writers can leave an address, and whether texts are Markdown
 */
export function makeForm(
  post: string,
  page: string | undefined,
  { invitation }: ThreadTexts,
  { offersMail, commentMarkdown }: Pick<Site, 'offersMail' | 'commentMarkdown'>,
  t: Translate,
): HTMLFormElement {
  const author = make('input', { id: 'author', name: 'author', required: '', autocomplete: 'nickname' });
  const most = String(commentLengths.content);
  const content = make('textarea', { id: 'content', name: 'content', required: '', rows: '5', 'data-most': most });
  return make(
    'form',
    {
      class: 'write',
      id: 'write',
      'data-write': post,
      'data-url': page ?? null,
      'data-invitation': t(invitation),
      'data-markdown': commentMarkdown ? '' : null,
    },
    make('h3', {}, t(invitation)),
    make('p', {}, make('label', { for: 'author' }, t('form.author')), author),
    make('p', {}, make('label', { for: 'content' }, t('form.content')), content),
    ...(commentMarkdown ? [make('p', { class: 'hint' }, t('form.markdown'))] : []),
    ...(offersMail ? [makeMailFields(t)] : []),
    make(
      'p',
      { class: 'row' },
      make('button', {}, t('form.send')),
      ' ',
      make('span', { 'data-left': '', hidden: '' }),
      ' ',
      make('span', { role: 'status', 'data-status': '' }),
    ),
  );
}

/** As templates/parts/notify.liquid. */
function makeMailFields(t: Translate): HTMLElement {
  const hints = { inputmode: 'email', autocomplete: 'email', autocapitalize: 'off', spellcheck: 'false' };
  const notify = make('input', { type: 'checkbox', name: 'notify', value: '1' });
  return make(
    'div',
    { class: 'notify' },
    make('p', {}, make('label', {}, notify, ' ', t('form.notify'))),
    make(
      'p',
      {},
      make('label', { for: 'email' }, t('form.email')),
      make('input', { id: 'email', name: 'email', ...hints }),
    ),
    make('p', { class: 'hint' }, t('form.notifyHint')),
  );
}
