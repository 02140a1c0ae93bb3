import { syntaxTree } from '@codemirror/language';
import type { ChangeSpec, EditorState } from '@codemirror/state';
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
  const { state } = view;
  const blocks = findSiblings(state, state.selection.main.head);
  const at = blocks.findIndex(({ from, to }) => from <= state.selection.main.head && state.selection.main.head <= to);
  const [block, other] = [blocks[at], blocks[at + by]];
  if (!block || !other) return at >= 0;
  swap(view, by < 0 ? other : block, by < 0 ? block : other, block);
  return true;
}

/** Exchanges two neighbours; the gap between them stays. */
function swap(view: EditorView, first: MovableBlock, second: MovableBlock, moving: MovableBlock): void {
  const { state } = view;
  const [above, below] = [state.sliceDoc(first.from, first.to), state.sliceDoc(second.from, second.to)];
  const [upper, lower] = numbersKept(below, above);
  const offset = state.selection.main.head - moving.from;
  const gap = gapBetween(state, first, second);
  const text = upper + gap + lower;
  const start = moving === first ? first.from + upper.length + gap.length : first.from;
  view.dispatch({
    changes: { from: first.from, to: second.to, insert: text },
    selection: { anchor: Math.min(start + offset, first.from + text.length) },
    userEvent: 'move.line',
    scrollIntoView: true,
  });
}

/** Two paragraphs that touch would be one. */
function gapBetween(state: EditorState, first: MovableBlock, second: MovableBlock): string {
  const gap = state.sliceDoc(first.to, second.from);
  return first.name === 'ListItem' || gap.includes('\n\n') ? gap : '\n\n';
}

/** The numbers of a list stay where they are. */
function numbersKept(upper: string, lower: string): [string, string] {
  const number = /^[ \t]*(\d+[.)])/;
  const [above, below] = [number.exec(lower)?.[1], number.exec(upper)?.[1]];
  if (above === undefined || below?.length !== above.length) return [upper, lower];
  return [upper.replace(below, above), lower.replace(above, below)];
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

/** The range of a block with the blank lines below it; of the last one with those above it. */
export function rangeToRemove({ doc }: EditorState, { from, to }: Pick<MovableBlock, 'from' | 'to'>): Range {
  const [gap = ''] = /^\n*/.exec(doc.sliceString(to, Math.min(doc.length, to + 50))) ?? [];
  const isLast = to + gap.length === doc.length;
  return { from: isLast ? doc.sliceString(0, from).trimEnd().length : from, to: to + gap.length };
}

interface Range {
  from: number;
  to: number;
}

/** Moves a block before the block that begins at a position, or to the end. */
export function moveBlockTo(view: EditorView, block: MovableBlock, target: number): void {
  const { doc } = view.state;
  if (target >= block.from && target <= block.to + 1) return;
  const text = view.state.sliceDoc(block.from, block.to);
  const isLast = block.to === doc.length;
  const gap = /^\n*/.exec(doc.sliceString(block.to, Math.min(doc.length, block.to + 50)))![0];
  const before = isLast ? Math.max(0, doc.sliceString(0, block.from).trimEnd().length) : block.from;
  const removal: ChangeSpec = { from: before, to: block.to + gap.length };
  const isEnd = target >= doc.length;
  const space = block.name === 'ListItem' ? '\n' : '\n\n';
  const insertion: ChangeSpec = {
    from: target,
    insert: isEnd ? space + text : text + (isLast || gap === '' ? space : gap),
  };
  view.dispatch({ changes: [removal, insertion], userEvent: 'move.drop' });
}
