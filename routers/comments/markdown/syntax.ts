import { Marked, Tokenizer, type RendererObject, type TokenizerObject } from 'marked';

import { addressEnd } from '../../../shared/address-end.ts';
import { emphasisBesideCjk } from '../../../shared/cjk-emphasis.ts';
import { escapeHtml } from '../../base/text.ts';
import { linkTo } from './link.ts';

const none = () => undefined;

/** What a comment cannot have stays as it was typed: headings, HTML, tables, rules, and targets of links elsewhere. */
const tokenizer: TokenizerObject = {
  heading: none,
  lheading: none,
  html: none,
  tag: none,
  def: none,
  table: none,
  hr: none,
  del: none,
  url(text) {
    // As in plain comments.
    if (!/^https?:\/\//i.test(text)) return undefined;
    const raw = text.slice(0, addressEnd(text, 0));
    if (raw === '') return undefined;
    return { type: 'link', raw, text: raw, href: raw, tokens: [{ type: 'text', raw, text: raw }] };
  },
};

/** Writes all HTML of comments: its few elements, `href` and `start`. Every text is escaped. */
const renderer: RendererObject = {
  space: () => '',
  code: ({ text }) => `<pre><code>${escapeHtml(text)}</code></pre>`,
  blockquote({ tokens }) {
    return `<blockquote>${this.parser.parse(tokens)}</blockquote>`;
  },
  list({ ordered, start, items }) {
    const tag = ordered ? 'ol' : 'ul';
    const first = ordered && Number(start) !== 1 ? ` start="${Number(start)}"` : '';
    return `<${tag}${first}>${items.map((item) => this.listitem(item)).join('')}</${tag}>`;
  },
  listitem({ tokens }) {
    return `<li>${this.parser.parse(tokens)}</li>`;
  },
  checkbox: ({ checked }) => (checked ? '[x] ' : '[ ] '),
  paragraph({ tokens }) {
    return `<p>${this.parser.parseInline(tokens)}</p>`;
  },
  strong({ tokens }) {
    return `<strong>${this.parser.parseInline(tokens)}</strong>`;
  },
  em({ tokens }) {
    return `<em>${this.parser.parseInline(tokens)}</em>`;
  },
  codespan: ({ text }) => `<code>${escapeHtml(text)}</code>`,
  br: () => '<br>',
  link({ href, tokens, raw }) {
    return linkTo(href, this.parser.parseInline(tokens)) ?? escapeHtml(raw);
  },
  text(token) {
    return 'tokens' in token && token.tokens ? this.parser.parseInline(token.tokens) : escapeHtml(token.text);
  },
  // The tokenizers above make none of these; whatever a later version of the library makes of a text is shown as typed.
  heading: shownAsTyped,
  html: shownAsTyped,
  hr: shownAsTyped,
  table: shownAsTyped,
  del: shownAsTyped,
  image: shownAsTyped,
};

function shownAsTyped({ raw }: { raw: string }): string {
  return escapeHtml(raw);
}

const marked = new Marked(emphasisBesideCjk(Tokenizer.prototype.emStrong), { breaks: true, tokenizer, renderer });

/** The HTML of a comment in Markdown. */
export function renderMarkdown(markdown: string): string {
  return marked.parse(markdown, { async: false });
}
