import { html, type Html } from '../html.ts';

/**
 * A day as people of this language write it.
 *
 * @param moment YYYY-MM-DD, or ISO 8601 in UTC
 */
export function day(moment: string, language: string): Html {
  const text = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(moment));
  return html`<time datetime="${moment}">${text}</time>`;
}
