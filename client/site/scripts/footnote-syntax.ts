import type { MarkedExtension, TokenizerAndRendererExtension } from 'marked';
import footnotes from 'marked-footnote';

import { startsWith } from './block-start.ts';

/**
 * Footnotes as the server reads them.
 *
 * @param mark begins their ids: what a text brings itself must not begin so
 */
export function footnoteSyntax(mark: string): MarkedExtension {
  const { extensions, ...others } = footnotes({ prefixId: mark });
  return { ...others, extensions: extensions?.map(asOnServer) ?? [] };
}

/** What the library would not find by itself. */
function asOnServer(extension: TokenizerAndRendererExtension): TokenizerAndRendererExtension {
  if (!('tokenizer' in extension)) return extension;
  return {
    ...extension,
    // No empty line is needed in front of a definition.
    ...(extension.level === 'block' && { start: startsWith(/\n\[\^[^\]\s]+\]:/) }),
    tokenizer(text, tokens) {
      const plain = plainer(text);
      const token = extension.tokenizer.call(this, plain, tokens);
      return token && Object.assign(token, { raw: text.slice(0, token.raw.length - plain.length + text.length) });
    },
  };
}

/** Small and capital letters of a label mean the same, it is one word, and lines of its first paragraph need no indent. */
function plainer(text: string): string {
  const [label] = /^\[\^[^\]\s]+\]/.exec(text) ?? [];
  if (label === undefined) return '';
  const indented = text.replace(paragraph, (_, first: string, more: string) => first + more.replaceAll('\n', '\n    '));
  return label.toLowerCase() + indented.slice(label.length);
}

/** A definition that begins with a line of words, and the lines after it that begin nothing else. */
const paragraph =
  /^(\[[^\]\s]+\]:(?! *(?:`{3}|~{3}|\n))[^\n]+)((?:\n(?! {4}|[ \t]*(?:\n|$|#{1,6}\s|[><]|`{3}|~{3}|\${2}|[-+*]\s|\d+[.)]\s|[-*_]{3}|\[\^))[^\n]+)+)/;
