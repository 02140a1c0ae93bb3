import { html, type Html } from '../../html/html.ts';

// Everything that XML 1.0 does not allow (section 2.2), and the control characters that it advises against.
const notAllowed = /[^\t\n\r\u0020-\u007E\u0085\u00A0-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** Removes characters that XML does not allow. */
export function clean(text: string): string {
  return text.replace(notAllowed, '');
}

type Value = string | number | false | null | Html | Html[];

/** XML with cleaned and escaped values: `` xml`<title>${title}</title>` ``. Lists are joined; null and false are omitted. */
export function xml(pieces: TemplateStringsArray, ...values: Value[]): Html {
  return html(pieces, ...values.map((value) => (typeof value === 'string' ? clean(value) : value)));
}

/** A complete document. */
export function xmlDocument(root: Html): string {
  return `<?xml version="1.0" encoding="utf-8"?>\n${root.text}\n`;
}
