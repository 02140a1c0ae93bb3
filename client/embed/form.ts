import { commentLengths } from '../../shared/lengths.ts';
import type { Translate } from '../../shared/translate.ts';
import { make } from '../site/scripts/dom.ts';
import type { ThreadTexts } from './texts.ts';

/** The form of a thread, with the same parts as templates/parts/form.liquid. */
export function makeForm(post: string, { invitation }: ThreadTexts, t: Translate): HTMLFormElement {
  const author = make('input', { id: 'author', name: 'author', required: '', autocomplete: 'nickname' });
  const most = String(commentLengths.content);
  const content = make('textarea', { id: 'content', name: 'content', required: '', rows: '5', 'data-most': most });
  return make(
    'form',
    { class: 'write', id: 'write', 'data-write': post, 'data-invitation': t(invitation) },
    make('h3', {}, t(invitation)),
    make('p', {}, make('label', { for: 'author' }, t('form.author')), author),
    make('p', {}, make('label', { for: 'content' }, t('form.content')), content),
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
