import type { MarkedExtension, TokenizerAndRendererExtension } from 'marked';

import { runFinder } from '../../../shared/run-finder.ts';
import { isCjkLetter, isCjkMark } from '../../../shared/cjk-emphasis.ts';

/** `==highlighted==` as on the server (server/site/render/syntax/highlight-text.ts). */
export function highlightSyntax(): MarkedExtension {
  return { extensions: [highlight] };
}

const highlight: TokenizerAndRendererExtension = {
  name: 'highlight',
  level: 'inline',
  start: (text) => /==/.exec(text)?.index,
  tokenizer(text, tokens) {
    const [run] = /^=+/.exec(text) ?? [];
    if (run === undefined) return undefined;
    const content = signAt(text, 0, tokens.at(-1)?.raw).opens ? markedText(text) : undefined;
    if (content === undefined) return { type: 'text', raw: run, text: run };
    return { type: 'highlight', raw: `==${content}==`, text: content, tokens: this.lexer.inlineTokens(content) };
  },
  renderer({ tokens = [] }) {
    return `<mark>${this.parser.parseInline(tokens)}</mark>`;
  },
};

/**
 * The text up to the sign that ends it; undefined if there is none, or if another highlighted text begins before it.
 */
function markedText(text: string): string | undefined {
  // Neither escaped signs nor those in code count.
  const runFrom = runFinder(text, '`');
  let codeEnd = 0;
  for (const { 0: found, index } of text.matchAll(/\\[^]|`+|=+/g)) {
    if (index < codeEnd) continue;
    if (found.startsWith('`')) {
      const closing = runFrom(found.length, index + found.length);
      if (closing >= 0) codeEnd = closing + found.length;
    }
    if (index === 0 || found !== '==') continue;
    const { opens, closes } = signAt(text, index);
    if (closes) return text.slice(2, index);
    if (opens) return undefined;
  }
  return undefined;
}

/**
 * Whether two equals signs may begin or end a highlighted text. Between Latin letters or digits they are a comparison.
 *
 * @param preceding the text before the first character
 */
function signAt(text: string, index: number, preceding = ''): { opens: boolean; closes: boolean } {
  const before = characterKind(index === 0 ? preceding.at(-1) : text[index - 1]);
  const after = characterKind(text[index + 2]);
  if (text[index + 2] === '=' || (before === 'latin' && after === 'latin')) return { opens: false, closes: false };
  return {
    opens: after !== 'space' && (after !== 'sign' || isEdge(before)),
    closes: before !== 'space' && (before !== 'sign' || isEdge(after)),
  };
}

type Kind = 'space' | 'sign' | 'latin' | 'cjk' | 'other';

function isEdge(kind: Kind): boolean {
  return kind === 'space' || kind === 'sign' || kind === 'cjk';
}

function characterKind(character = ' '): Kind {
  if (/\s/.test(character)) return 'space';
  if (isCjkMark(character) || isCjkLetter(character)) return 'cjk';
  if (/[\p{P}\p{S}]/u.test(character)) return 'sign';
  return /[\p{Script=Latin}\p{N}]/u.test(character) ? 'latin' : 'other';
}
