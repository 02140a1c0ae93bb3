import type { MarkedExtension, TokenizerAndRendererExtension } from 'marked';
import footnotes from 'marked-footnote';

import { startsWith } from './block-start.ts';

/**
 * The footnote syntax of the server.
 *
 * @param mark prefix of the generated ids, which ids in the text must not have
 */
export function footnoteSyntax(mark: string): MarkedExtension {
  const { extensions, ...others } = footnotes({ prefixId: mark });
  return { ...others, extensions: extensions?.map(asOnServer) ?? [] };
}

/** Adapts the library where its syntax differs from that of the server. */
function asOnServer(extension: TokenizerAndRendererExtension): TokenizerAndRendererExtension {
  if (!('tokenizer' in extension)) return extension;
  return {
    ...extension,
    // A definition needs no empty line before it.
    ...(extension.level === 'block' && { start: startsWith(/\n\[\^[^\]\s]+\]:/) }),
    tokenizer(text, tokens) {
      const plain = plainer(text);
      const token = extension.tokenizer.call(this, plain, tokens);
      return token && Object.assign(token, { raw: text.slice(0, token.raw.length - plain.length + text.length) });
    },
  };
}

/** Ignores the case of labels, requires labels without spaces, and indents the lines of the first paragraph. */
function plainer(text: string): string {
  const [label] = /^\[\^[^\]\s]+\]/.exec(text) ?? [];
  if (label === undefined) return '';
  const indented = text.replace(paragraph, (_, first: string, more: string) => first + more.replaceAll('\n', '\n    '));
  return label.toLowerCase() + indented.slice(label.length);
}

/** A definition that begins with text, and the following lines that start no other block. */
const paragraph =
  /^(\[[^\]\s]+\]:(?! *(?:`{3}|~{3}|\n))[^\n]+)((?:\n(?! {4}|[ \t]*(?:\n|$|#{1,6}\s|[><]|`{3}|~{3}|\${2}|[-+*]\s|\d+[.)]\s|[-*_]{3}|\[\^))[^\n]+)+)/;
