import { Decoration } from '@codemirror/view';
import type { SyntaxNode, SyntaxNodeRef } from '@lezer/common';

import { Bullet } from '../widgets/bullet.ts';
import { CheckBox } from '../widgets/check-box.ts';
import { markDecoration } from './inline.ts';
import type { Draw, Drawing } from './part.ts';

/** The deepest level that has an indentation of its own. */
const DEEPEST = 8;

/** Lists with their bullets, numbers and check boxes. */
export const listParts: Record<string, Draw> = { ListItem: drawItem, TaskMarker: drawBox };

function drawItem({ node, from, to }: SyntaxNodeRef, drawing: Drawing): void {
  const { state, add, skip, line, lines } = drawing;
  const depth = Math.min(levelOf(node), DEEPEST);
  const mark = node.getChild('ListMark');
  if (!mark) return;
  const first = state.doc.lineAt(from);
  const content = itemContent(node, mark, state.sliceDoc(mark.to, first.to));
  const column = content - first.from;
  for (const at of lines(from, to)) {
    const here = state.doc.lineAt(at);
    if (deepest(node, here.from, here.to) !== node) continue;
    line(at, `live-li live-li-${depth}`);
    const space = /^[ \t]*/.exec(here.text)![0].length;
    if (at === first.from) line(at, 'live-item');
    else if (space > 0) skip(at, at + Math.min(space, column));
  }
  if (first.from < drawing.from - 1 || first.from > drawing.to) return;
  // An item of a quote has the marks of that before its own.
  const isIndented = first.from < mark.from && state.sliceDoc(first.from, mark.from).trim() === '';
  if (isIndented) skip(first.from, mark.from);
  if (isInside(drawing, mark.from, content - 1)) {
    add(mark.from, mark.to, markDecoration('sign'));
    return;
  }
  if (node.getChild('Task')) skip(mark.from, content);
  else if (node.parent?.name === 'OrderedList') add(mark.from, content, markDecoration('number'));
  else drawing.add(mark.from, content, Decoration.replace({ widget: new Bullet(depth), isAtomic: true }));
}

/** Where the text of an item begins. */
function itemContent(node: SyntaxNode, mark: SyntaxNode, behind: string): number {
  const space = /^[ \t]*/.exec(behind)![0].length;
  const isCode = space > 4 && !/^[ \t]*$/.test(behind);
  return mark.to + (isCode ? 1 : Math.min(space, 4, node.to - mark.to));
}

function levelOf(node: SyntaxNode): number {
  let level = 0;
  for (let one: SyntaxNode | null = node; one; one = one.parent) if (one.name === 'ListItem') level += 1;
  return level;
}

/** The innermost item that has text on a line. */
function deepest(item: SyntaxNode, from: number, to: number): SyntaxNode {
  for (let list = item.firstChild; list; list = list.nextSibling) {
    if (!/^(?:Bullet|Ordered)List$/.test(list.name) || list.from > to || list.to < from) continue;
    for (let inner = list.firstChild; inner; inner = inner.nextSibling) {
      if (inner.name === 'ListItem' && inner.from <= to && inner.to >= from) return deepest(inner, from, to);
    }
  }
  return item;
}

function isInside({ state, isShown }: Drawing, from: number, to: number): boolean {
  const isTouched = state.selection.ranges.some((range) => range.from <= to && range.to >= from);
  return isTouched && isShown(from, to);
}

function drawBox({ from, to }: SyntaxNodeRef, drawing: Drawing): void {
  const { state, add } = drawing;
  const isChecked = state.sliceDoc(from + 1, from + 2) !== ' ';
  if (isInside(drawing, from, to - 1)) add(from, to, markDecoration('sign'));
  else
    add(
      from,
      Math.min(to + 1, state.doc.lineAt(from).to),
      Decoration.replace({ widget: new CheckBox(isChecked), isAtomic: true }),
    );
}
