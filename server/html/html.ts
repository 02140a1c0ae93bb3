import { escapeHtml } from '../../routers/base/text.ts';

/** HTML that is inserted without escaping. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type Part = Html | string | number | null | undefined | false | readonly Part[];

/** HTML with escaped values: `` html`<p>${text}</p>` ``. Lists are joined; null, undefined and false are omitted. */
export function html(pieces: TemplateStringsArray, ...values: Part[]): Html {
  return new Html(pieces.map((piece, at) => (at === 0 ? '' : renderPart(values[at - 1])) + piece).join(''));
}

function renderPart(value: Part): string {
  if (value instanceof Html) return value.text;
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value)).replaceAll("'", '&#39;');
  return Array.isArray(value) ? value.map(renderPart).join('') : '';
}
