import { html, type Html } from '../html.ts';

/** A paragraph in which backquotes mark code. */
export function paragraph(text: string): Html {
  return html`<p>${inline(text)}</p>`;
}

/** Text in which backquotes mark code. */
export function inline(text: string): Html[] {
  return text.split('`').map((piece, at) => (at % 2 === 0 ? html`${piece}` : html`<code>${piece}</code>`));
}
