import { Decoration } from '@codemirror/view';
import type { SyntaxNodeRef } from '@lezer/common';

import { colouredParts } from '../code-colours.ts';
import { CodeLanguage } from '../widgets/code-language.ts';
import { markDecoration } from './inline.ts';
import type { Draw, Drawing } from './part.ts';

/** Blocks of code. */
export const codeParts: Record<string, Draw> = {
  FencedCode: drawFenced,
  CodeBlock({ from, to }, { state, lines, line }) {
    const first = state.doc.lineAt(from).from;
    for (const at of lines(first, to)) line(at, 'live-code');
    mark(first, state.doc.lineAt(to).from, line, lines(first, to));
  },
  FormulaBlock({ from, to }, { lines, line }) {
    for (const at of lines(from, to)) line(at, 'live-code');
  },
};

function drawFenced({ node, from, to }: SyntaxNodeRef, drawing: Drawing): false {
  const { state, add, line, lines, isShown } = drawing;
  const [open, close] = node.getChildren('CodeMark');
  const starts = lines(from, to);
  for (const at of starts) line(at, 'live-code');
  const last = state.doc.lineAt(to);
  mark(state.doc.lineAt(from).from, last.from, line, starts);
  const info = node.getChild('CodeInfo');
  const language = info ? (state.sliceDoc(info.from, info.to).split(/[\s,{]/)[0] ?? '') : '';
  const first = state.doc.lineAt(from);
  if (isShown(from, last.to)) {
    if (open) add(open.from, first.to, markDecoration('sign'));
    if (close) add(close.from, close.to, markDecoration('sign'));
  } else {
    add(from, first.to, Decoration.replace({ widget: new CodeLanguage(language) }));
    line(first.from, 'live-fence');
    if (close && close.from < close.to) {
      drawing.hide(close.from, close.to);
      line(last.from, 'live-fence');
    }
  }
  const text = {
    from: Math.min(first.to + 1, to),
    to: close ? Math.max(first.to + 1, state.doc.lineAt(close.from).from) : to,
  };
  if (language === '' || text.from >= text.to || !isPlain(node)) return false;
  for (const { from: at, to: end, className } of colouredParts(state.sliceDoc(text.from, text.to), language)) {
    const [begin, stop] = [text.from + at, Math.min(text.from + end, text.to)];
    if (stop >= drawing.from && begin <= drawing.to && begin < stop)
      add(begin, stop, Decoration.mark({ class: className }));
  }
  return false;
}

/** Whether nothing but code is between the fences: no marks of quotes, no indentation of lists. */
function isPlain(node: SyntaxNodeRef['node']): boolean {
  return node.parent?.name === 'Document';
}

function mark(first: number, last: number, line: Drawing['line'], starts: readonly number[]): void {
  if (starts[0] === first) line(first, 'live-first');
  if (starts.at(-1) === last) line(last, 'live-last');
}
