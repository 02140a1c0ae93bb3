import type { MarkedExtension, Token, Tokens } from 'marked';

import { alertKinds } from '../../../shared/alerts.ts';
import type { Translate } from '../../../shared/translate.ts';

const LABEL = new RegExp(String.raw`^\[!(${alertKinds.join('|')})\][ \t]*(?:\n|$)`, 'i');

/** The alerts of the server (server/site/render/syntax/alerts.ts): `> [!NOTE]`. */
export function alertSyntax(): MarkedExtension {
  return {
    walkTokens(token) {
      if (token.type === 'blockquote') mark(token as Tokens.Blockquote);
    },
    renderer: {
      blockquote(quote) {
        const kind = (quote as Tokens.Blockquote & { kind?: string }).kind;
        if (kind === undefined) return false;
        return `<blockquote data-alert="${kind}">\n${this.parser.parse(quote.tokens)}</blockquote>\n`;
      },
    },
  };
}

function mark(quote: Tokens.Blockquote): void {
  const [first] = quote.tokens;
  if (first?.type !== 'paragraph') return;
  const tokens = first.tokens as Token[];
  const [label, after] = tokens;
  const [line, kind] = LABEL.exec(String(first['raw'])) ?? [];
  if (line === undefined || kind === undefined || label?.type !== 'text') return;
  Object.assign(quote, { kind: kind.toLowerCase() });
  const text = label.raw.slice(line.trimEnd().length).replace(/^[ \t]*\n?/, '');
  if (text === '') tokens.splice(0, after?.type === 'br' ? 2 : 1);
  else Object.assign(label, { raw: text, text });
  if (tokens.length === 0) quote.tokens.shift();
}

/** Gives alerts their class and their title, as the server does (server/site/render/plugins/alerts.ts). */
export function showAlerts(text: DocumentFragment, t: Translate): void {
  for (const quote of text.querySelectorAll<HTMLElement>('[data-alert]')) {
    const kind = alertKinds.find((one) => one === quote.dataset['alert']);
    delete quote.dataset['alert'];
    if (kind === undefined) continue;
    quote.className = `alert ${kind}`;
    const title = Object.assign(document.createElement('p'), { className: 'alert-title' });
    title.append(Object.assign(document.createElement('strong'), { textContent: t(`alert.${kind}`) }));
    quote.prepend(title);
  }
}
