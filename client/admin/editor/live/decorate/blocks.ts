import { Decoration } from '@codemirror/view';
import type { SyntaxNodeRef } from '@lezer/common';

import { alertKind } from '../../markdown/dialect/alert-kind.ts';
import { AlertTitle } from '../widgets/alert-title.ts';
import { Rule } from '../widgets/rule.ts';
import { markDecoration } from './inline.ts';
import type { Draw, Drawing } from './part.ts';

/** Headings, quotes, alerts and rules. */
export const blockParts: Record<string, Draw> = {
  ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((level) => [`ATXHeading${level}`, drawHeading])),
  SetextHeading1: drawHeading,
  SetextHeading2: drawHeading,
  Paragraph: ({ node, from, to }, { lines, line }) => {
    if (node.parent?.name === 'Document') for (const at of lines(from, to)) line(at, 'live-p');
  },
  Blockquote: drawQuote,
  HorizontalRule: ({ from, to }, { add, isShown }) => {
    if (!isShown(from, to)) add(from, to, Decoration.replace({ widget: new Rule() }));
    else add(from, to, markDecoration('sign'));
  },
  LinkReference: ({ from, to }, { add }) => add(from, to, markDecoration('tag')),
  HTMLBlock: drawRaw,
  CommentBlock: drawRaw,
  ProcessingInstructionBlock: drawRaw,
  Table: drawRaw,
};

function drawHeading(
  { node, from, to }: SyntaxNodeRef,
  { state, survey, lines, line, hide, add, isShown }: Drawing,
): void {
  const level = survey.levels.get(from) ?? 2;
  for (const at of lines(from, to)) line(at, `live-h live-h${level}`, { role: 'heading', 'aria-level': String(level) });
  const lineOf = state.doc.lineAt(from);
  const isMarked = isShown(lineOf.from, Math.max(lineOf.to, to));
  for (const mark of node.getChildren('HeaderMark')) {
    if (isMarked) add(mark.from, mark.to, markDecoration('sign'));
    else if (mark.from === from) hide(from, endOfSpace(state.sliceDoc(mark.to, to), mark.to));
    else hide(startOfSpace(state.sliceDoc(from, mark.from), mark.from), mark.to);
  }
}

/** Behind the spaces of a text that begins at a position. */
function endOfSpace(text: string, at: number): number {
  return at + (/^[ \t]+/.exec(text)?.[0].length ?? 0);
}

/** Before the spaces of a text that ends at a position, but never before a line break. */
function startOfSpace(text: string, at: number): number {
  return at - (text.length - text.trimEnd().length);
}

function drawQuote({ node, from, to }: SyntaxNodeRef, drawing: Drawing): void {
  const { state, lines, line, add, isShown } = drawing;
  const kind = alertKind(state.doc, from);
  const depth = depthOf(node);
  const starts = lines(from, to);
  for (const at of starts) {
    line(at, kind ? `live-alert live-alert-${kind}` : `live-quote live-quote-${Math.min(depth, 4)}`);
  }
  const first = state.doc.lineAt(from);
  if (starts[0] === first.from) line(first.from, 'live-first');
  const last = state.doc.lineAt(to);
  if (starts.at(-1) === last.from) line(last.from, 'live-last');
  if (!kind || isShown(first.from, first.to)) return;
  const label = /\[!\w+\][ \t]*$/.exec(first.text);
  if (label) add(first.from + label.index, first.to, Decoration.replace({ widget: new AlertTitle(kind) }));
}

function depthOf(node: SyntaxNodeRef['node']): number {
  let depth = 0;
  for (let one: typeof node | null = node; one; one = one.parent) if (one.name === 'Blockquote') depth += 1;
  return depth;
}

function drawRaw({ from, to }: SyntaxNodeRef, { lines, line }: Drawing): false {
  for (const at of lines(from, to)) line(at, 'live-raw');
  return false;
}
