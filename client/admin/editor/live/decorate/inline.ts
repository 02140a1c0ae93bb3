import { Decoration } from '@codemirror/view';
import type { SyntaxNode, SyntaxNodeRef } from '@lezer/common';

import { normalLabel } from '../../../../../shared/labels.ts';
import type { Draw, Drawing } from './part.ts';

/** Emphasis, links, code in a line and what else stands in text. */
export const inlineParts: Record<string, Draw> = {
  Emphasis: pair('em', 'EmphasisMark'),
  StrongEmphasis: pair('strong', 'EmphasisMark'),
  Strikethrough: pair('del', 'StrikethroughMark'),
  Highlight: pair('mark', 'HighlightMark'),
  InlineCode: pair('code', 'CodeMark'),
  Link: drawLink,
  Autolink: pair('a', 'LinkMark'),
  URL: ({ node, from, to }, { add }) => {
    if (
      node.parent &&
      /^(?:Paragraph|TableCell|Task|Emphasis|StrongEmphasis|Highlight|Strikethrough|ATXHeading\d|SetextHeading\d)$/.test(
        node.parent.name,
      )
    )
      add(from, to, markDecoration('a'));
  },
  Escape: ({ from, to }, { isShown, hide }) => {
    if (!isShown(from, to)) hide(from, from + 1);
  },
  HardBreak: ({ from, to }, { state, isShown, hide }) => {
    if (state.sliceDoc(from, from + 1) === '\\' && !isShown(from, to)) hide(from, from + 1);
  },
  HTMLTag: ({ from, to }, { add }) => add(from, to, markDecoration('tag')),
  Comment: ({ from, to }, { add }) => add(from, to, markDecoration('tag')),
  ProcessingInstruction: ({ from, to }, { add }) => add(from, to, markDecoration('tag')),
};

/** Decorations of text by the names of their classes. */
export function markDecoration(name: string): Decoration {
  return (decorations[name] ??= Decoration.mark({ class: `live-${name}` }));
}

const decorations: Record<string, Decoration> = {};

function pair(name: string, mark: string): Draw {
  return ({ node, from, to }, { add, hide, isShown }) => {
    const marks = node.getChildren(mark);
    const [first, last] = [marks[0], marks.at(-1)];
    if (!first || !last || first === last) return;
    add(from, to, markDecoration(name));
    if (isShown(from, to)) for (const one of marks) add(one.from, one.to, markDecoration('sign'));
    else for (const one of [first, last]) hide(one.from, one.to);
  };
}

/** A link is text until its label is defined. */
function drawLink({ node, from, to }: SyntaxNodeRef, drawing: Drawing): void {
  const { add, hide, isShown } = drawing;
  const marks = node.getChildren('LinkMark');
  const [open, close] = marks;
  if (!open || !close || !isLink(node, drawing)) return;
  if (open.to < close.from) add(open.to, close.from, markDecoration('a'));
  if (isShown(from, to)) add(close.from, to, markDecoration('sign'));
  // A link without text would vanish.
  else if (open.to < close.from) {
    hide(from, open.to);
    hide(close.from, to);
  }
}

function isLink(node: SyntaxNode, { state, survey }: Drawing): boolean {
  if (node.getChild('URL')) return true;
  const label = node.getChild('LinkLabel');
  const [from, to] = label && label.to - label.from > 2 ? [label.from + 1, label.to - 1] : [node.from + 1, node.to - 1];
  const text = state.sliceDoc(from, to).replace(/\]\[$/, '');
  return survey.links.has(normalLabel(text));
}
