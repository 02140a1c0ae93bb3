import { syntaxTree } from '@codemirror/language';
import type { EditorState, TransactionSpec } from '@codemirror/state';
import type { Command, EditorView } from '@codemirror/view';
import type { SyntaxNode } from '@lezer/common';

/** A block that can be moved: whole lines. */
export interface MovableBlock {
  from: number;
  to: number;
  name: string;
}

/** Moves the block with the cursor before the one above it, or behind the one below it. An item of a list is a block. */
export const moveBlockUp: Command = (view) => moveBy(view, -1);
export const moveBlockDown: Command = (view) => moveBy(view, 1);

function moveBy(view: EditorView, by: 1 | -1): boolean {
  const { head } = view.state.selection.main;
  const blocks = findSiblings(view.state, head);
  const at = blocks.findIndex(({ from, to }) => from <= head && head <= to);
  if (blocks[at + by] && at >= 0) reorder(view, blocks, at, at + by, { userEvent: 'move.line', scrollIntoView: true });
  return at >= 0;
}

/**
 * Moves a block before the one that begins at a position, or behind its last neighbour.
 *
 * @param target null: behind the last one
 */
export function moveBlockTo(view: EditorView, block: MovableBlock, target: number | null): void {
  const blocks = findSiblings(view.state, block.from);
  const at = blocks.findIndex(({ from }) => from === block.from);
  const before = target === null ? blocks.length : blocks.findIndex(({ from }) => from === target);
  const place = before > at ? before - 1 : before;
  if (at >= 0 && place >= 0 && place !== at) reorder(view, blocks, at, place, { userEvent: 'move.drop' });
}

/** Moves one of these neighbours. The gaps between them, and the numbers of a list, stay where they are. */
function reorder(
  view: EditorView,
  blocks: readonly MovableBlock[],
  at: number,
  place: number,
  spec: Pick<TransactionSpec, 'userEvent' | 'scrollIntoView'>,
): void {
  const { state } = view;
  // The next ones on both sides get another neighbour.
  const low = Math.max(0, Math.min(at, place) - 1);
  const part = blocks.slice(low, Math.max(at, place) + 2);
  const texts = part.map(({ from, to }) => state.sliceDoc(from, to));
  const order = [...part.keys()];
  order.splice(place - low, 0, ...order.splice(at - low, 1));
  const { head } = state.selection.main;
  const current = part.findIndex(({ from, to }) => from <= head && head <= to);
  const [{ from }, last] = [part[0]!, part.at(-1)!];
  let insert = '';
  let anchor: number | null = null;
  for (const [here, moved] of order.entries()) {
    if (here > 0) insert += gapBetween(state, part[here - 1]!, part[here]!);
    const text = withNumber(texts[moved]!, texts[here]!);
    if (moved === current) anchor = from + insert.length + Math.min(head - part[moved]!.from, text.length);
    insert += text;
  }
  view.dispatch({ changes: { from, to: last.to, insert }, ...(anchor !== null && { selection: { anchor } }), ...spec });
}

/** Two paragraphs that touch would be one. */
function gapBetween(state: EditorState, first: MovableBlock, second: MovableBlock): string {
  const gap = state.sliceDoc(first.to, second.from);
  return first.name === 'ListItem' || gap.includes('\n\n') ? gap : '\n\n';
}

/** An item with the number of the one in whose place it comes, if that is as long. */
function withNumber(text: string, replaced: string): string {
  const number = /^([ \t]*)(\d+[.)])/;
  const [before, after] = [number.exec(text), number.exec(replaced)?.[2]];
  if (!before || after?.length !== before[2]!.length) return text;
  return before[1]! + after + text.slice(before[0].length);
}

/** The blocks on the level of the one at a position: the items of its list, or those of the text. */
export function findSiblings(state: EditorState, at: number): MovableBlock[] {
  const item = itemAt(state, at);
  const parent = item?.parent ?? syntaxTree(state).topNode;
  const blocks: MovableBlock[] = [];
  for (let node = parent.firstChild; node; node = node.nextSibling) {
    if (item && node.name !== 'ListItem') continue;
    blocks.push({ from: state.doc.lineAt(node.from).from, to: endOf(state, node), name: node.name });
  }
  return blocks;
}

/** The item of a list that a position is in, if it is in no quote. */
function itemAt(state: EditorState, at: number): SyntaxNode | null {
  const line = state.doc.lineAt(at);
  const column = line.from + (line.text.length - line.text.trimStart().length);
  let found: SyntaxNode | null = null;
  const begin = at > column ? syntaxTree(state).resolveInner(at, -1) : syntaxTree(state).resolveInner(column, 1);
  for (let node: SyntaxNode | null = begin; node; node = node.parent) {
    if (node.name === 'Blockquote') return null;
    if (node.name === 'ListItem') found ??= node;
  }
  return found;
}

function endOf(state: EditorState, node: SyntaxNode): number {
  const text = state.sliceDoc(node.from, node.to);
  return state.doc.lineAt(node.from + text.trimEnd().length).to;
}

/** The block at a position, whether the cursor is there or not. */
export function findMovable(state: EditorState, at: number): MovableBlock | null {
  return findSiblings(state, at).find(({ from, to }) => from <= at && at <= to) ?? null;
}

/** Removes a block with the blank lines below it; the last one of a list or a text with those above it. */
export function planRemoval(state: EditorState, { from, to }: Pick<MovableBlock, 'from' | 'to'>): Removal {
  const { doc } = state;
  const blocks = findSiblings(state, from);
  const at = blocks.findIndex((one) => one.from === from);
  const [above, below] = [blocks[at - 1], blocks[at + 1]];
  if (above && below) {
    const isApart = above.name === 'ListItem' || state.sliceDoc(above.to, from).includes('\n\n');
    return { from, to: below.from, insert: isApart ? '' : '\n' };
  }
  if (below) return { from, to: below.from, insert: '' };
  const start = doc.sliceString(0, from).trimEnd().length;
  const gap = /^\n*/.exec(doc.sliceString(to, Math.min(doc.length, to + 50)))![0].length;
  const isEnd = to + gap === doc.length;
  return { from: start, to: isEnd || start === 0 ? to + gap : to, insert: '' };
}

interface Removal {
  from: number;
  to: number;
  insert: string;
}
