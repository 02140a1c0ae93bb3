import type { BlockContext, InlineContext, Line, MarkdownConfig } from '@lezer/markdown';

const DOLLAR = 36;

/** `$formula$` by the rule of Pandoc, `$$formula$$` in a line, and formulas between lines of two dollars or more. */
export const formulas: MarkdownConfig = {
  defineNodes: ['Formula', 'FormulaMark', { name: 'FormulaBlock', block: true }],
  parseInline: [{ name: 'Formula', before: 'Escape', parse: parseFormula }],
  parseBlock: [
    {
      name: 'FormulaBlock',
      before: 'FencedCode',
      parse: parseBlock,
      endLeaf: (_cx, line) => fenceOf(line) > 0,
    },
  ],
};

function parseFormula(cx: InlineContext, next: number, start: number): number {
  if (next !== DOLLAR) return -1;
  let open = start + 1;
  while (cx.char(open) === DOLLAR) open += 1;
  const close = open - start > 1 ? closingRun(cx, open, open - start) : closingDollar(cx, open);
  // The others of several dollars begin no formula.
  if (close < 0) return open;
  const size = open - start;
  const marks = [cx.elt('FormulaMark', start, open), cx.elt('FormulaMark', close, close + size)];
  return cx.addElement(cx.elt('Formula', start, close + size, marks));
}

function closingDollar(cx: InlineContext, open: number): number {
  if (isSpace(cx.slice(open, open + 1))) return -1;
  for (let at = open; at < cx.end; at++) {
    if (cx.char(at) === 92) at += 1;
    else if (cx.char(at) === DOLLAR) {
      const isText = isSpace(cx.slice(at - 1, at)) || /\d/.test(cx.slice(at + 1, at + 2));
      return isText ? -1 : at;
    }
  }
  return -1;
}

function closingRun(cx: InlineContext, open: number, size: number): number {
  for (let at = open; at < cx.end; at++) {
    if (cx.char(at) !== DOLLAR) continue;
    const from = at;
    while (cx.char(at) === DOLLAR) at += 1;
    if (at - from === size) return from;
  }
  return -1;
}

function isSpace(text: string): boolean {
  return text === '' || /\s/.test(text);
}

/** How many dollars the line begins with, if it begins a block; else 0. */
function fenceOf({ text, pos, indent, baseIndent }: Line): number {
  const [, fence = ''] = /^(\${2,})[^$]*$/.exec(text.slice(pos)) ?? [];
  return indent - baseIndent < 4 ? fence.length : 0;
}

function parseBlock(cx: BlockContext, line: Line): boolean {
  const size = fenceOf(line);
  if (size === 0) return false;
  const from = cx.lineStart + line.pos;
  const marks = [cx.elt('FormulaMark', from, from + size)];
  let to = cx.lineStart + line.text.length;
  const { depth } = cx;
  while (cx.nextLine() && depthOf(line) >= depth) {
    to = cx.lineStart + line.text.length;
    const [, fence] = /^(\${2,})[ \t]*$/.exec(line.text.slice(line.pos)) ?? [];
    if (fence === undefined || fence.length < size || line.indent - line.baseIndent >= 4) continue;
    marks.push(cx.elt('FormulaMark', cx.lineStart + line.pos, cx.lineStart + line.pos + fence.length));
    cx.nextLine();
    break;
  }
  cx.addElement(cx.elt('FormulaBlock', from, to, marks));
  return true;
}

/** How many blocks around the line go on in it. The library's own parser of fenced code reads it as well. */
function depthOf(line: Line): number {
  return (line as Line & { depth: number }).depth;
}
