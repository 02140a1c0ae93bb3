import type { BlogOutputs } from '../../api/types.ts';
import { ask } from './ask.ts';
import type { TextFields } from './comment-fields.ts';
import { makeText } from './comment-text.ts';
import { make } from './dom.ts';
import { tell, tellRefusal } from './status.ts';
import { translations } from './translations.ts';

/** Adds a button that shows how a text in Markdown will look. What is written later hides it. */
export async function offerPreview({ form, content, status }: TextFields): Promise<void> {
  const { t } = await translations(form);
  const button = make('button', { type: 'button' }, t('form.preview'));
  const place = make('div', { class: 'preview', hidden: '' });
  form.querySelector('.row')?.before(place);
  form.querySelector('.row button')?.after(' ', button);
  form.addEventListener('input', () => (place.hidden = true));
  button.addEventListener('click', () => void show());

  async function show(): Promise<void> {
    const { value } = content;
    if (value.trim() === '') return content.focus();
    try {
      const { html } = await ask<BlogOutputs['threads']['preview']>('/api/threads/preview', {
        method: 'POST',
        body: { content: value },
      });
      tell(status, '');
      place.replaceChildren(makeText({ content: value, html }));
      place.hidden = false;
    } catch (error) {
      await tellRefusal(status, error);
    }
  }
}
