import type { MarkedExtension, TokenizerAndRendererExtension } from 'marked';

import { runFinder, runLength } from '../../../shared/run-finder.ts';
import { startsWith } from './block-start.ts';

/**
 * The formula syntax of the server: two or more dollars, or single ones by the rule of Pandoc. The output is code, which
 * formulas.ts converts.
 */
export function formulaSyntax(): MarkedExtension {
  return { extensions: [block, inLine], hooks: { emStrongMask: masked } };
}

const block: TokenizerAndRendererExtension = {
  name: 'formulaBlock',
  level: 'block',
  start: startsWith(/\n {0,3}\${2,}[^$\n]*(?:\n|$)/),
  tokenizer(text) {
    const [opening, fence] = /^ {0,3}(\${2,})[^$\n]*(?:\n|$)/.exec(text) ?? [];
    if (opening === undefined || fence === undefined) return undefined;
    const rest = text.slice(opening.length);
    const closing = new RegExp(`^ {0,3}\\\${${fence.length},}[ \\t]*(?:\\n|$)`, 'm').exec(rest);
    const end = closing ? closing.index + closing[0].length : rest.length;
    return { type: 'formulaBlock', raw: opening + rest.slice(0, end), tex: rest.slice(0, closing?.index) };
  },
  renderer: ({ tex }) => `<pre>${code(tex)}</pre>\n`,
};

const inLine: TokenizerAndRendererExtension = {
  name: 'formula',
  level: 'inline',
  start: (text) => text.indexOf('$'),
  tokenizer(text) {
    const [raw, , tex] = /^(\${2,})(?!\$)([^]*?[^$])\1(?!\$)/.exec(text) ?? [];
    if (raw !== undefined) return { type: 'formula', raw, tex: tex?.trim() };
    // No space behind the first dollar and before the second one, and no digit behind that.
    const [single, content] = /^\$(?![\s$])((?:\\[^]|[^\\$])+)(?<!\s)\$(?!\d)/.exec(text) ?? [];
    if (single !== undefined) return { type: 'formula', raw: single, tex: content, isInline: true };
    const [others] = /^\$+/.exec(text) ?? [];
    return others === undefined ? undefined : { type: 'text', raw: others, text: others };
  },
  renderer: ({ tex, isInline }) => code(tex, isInline ? ' data-inline' : ''),
};

function code(tex: string, attributes = ''): string {
  return `<code class="language-math"${attributes}>${tex.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</code>`;
}

/** A dollar with the text to the next one. */
const toDollar = /\$(?:\\[^]|[^\\$])*/y;

/** Masks formulas, so that no emphasis starts or ends in them. */
function masked(line: string): string {
  const runFrom = runFinder(line, '$');
  let text = '';
  let end = 0;
  for (let at = line.indexOf('$'); at >= 0; at = line.indexOf('$', end)) {
    text += line.slice(end, at);
    const length = runLength(line, at);
    end = length > 1 ? at + length : endOfSegment(line, at);
    const closing = length > 1 ? runFrom(length, end) : end;
    const isFormula = length > 1 ? closing >= 0 : isClosed(line, at, end);
    if (isFormula) end = closing + length;
    text += isFormula ? 'a'.repeat(end - at) : line.slice(at, end);
  }
  return text + line.slice(end);
}

/** Escaped dollars on the way could only begin what the same dollar would have to end. */
function endOfSegment(line: string, at: number): number {
  toDollar.lastIndex = at;
  return at + (toDollar.exec(line)?.[0].length ?? 1);
}

/** Whether the text from one dollar to the next is a formula: see `inLine`. */
function isClosed(line: string, at: number, end: number): boolean {
  if (end === at + 1 || line[end] !== '$') return false;
  return !/^\s|\s$/.test(line.slice(at + 1, end)) && !/\d/.test(line[end + 1] ?? '');
}
