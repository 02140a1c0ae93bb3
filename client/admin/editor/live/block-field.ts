import { syntaxTree } from '@codemirror/language';
import { searchPanelOpen } from '@codemirror/search';
import { StateField, type EditorState, type Extension, type Range, type Transaction } from '@codemirror/state';
import { Decoration, EditorView, type DecorationSet } from '@codemirror/view';

import { Pictures } from './picture/pictures.ts';
import { isSettling, leavesUnsettled } from './settle.ts';
import { revealMarks } from './reveal.ts';
import { findBlock, sourceBlocks } from './source-blocks.ts';
import { typedTable } from './table/typed-table.ts';
import { TableWidget } from './table/table-widget.ts';
import { findBlocks, type Block } from './blocks/find-blocks.ts';
import { focusing, wasFocused } from './blocks/focused.ts';
import { RenderedBlock } from './blocks/rendered-block.ts';

/** Shows pictures, tables, formulas, HTML and cards as wholes; below their Markdown while the cursor is in it. */
const field = StateField.define<DecorationSet>({
  create: (state) => Decoration.set(drawn(state), true),
  update(set, transaction) {
    if (leavesUnsettled(transaction)) return set.map(transaction.changes);
    return changesBlocks(transaction) ? Decoration.set(drawn(transaction.state), true) : set;
  },
  provide: (self) => [
    EditorView.decorations.from(self),
    // The cursor stands before or behind a table, or in one of its cells.
    EditorView.atomicRanges.of((view) => view.state.field(self)),
  ],
});

export const wholeBlocks: Extension = [focusing, field];

function changesBlocks(transaction: Transaction): boolean {
  const { docChanged, selection, startState, state } = transaction;
  return (
    docChanged ||
    selection !== undefined ||
    isSettling(transaction) ||
    searchPanelOpen(startState) !== searchPanelOpen(state) ||
    syntaxTree(startState) !== syntaxTree(state) ||
    startState.field(sourceBlocks, false) !== state.field(sourceBlocks) ||
    startState.field(wasFocused, false) !== state.field(wasFocused)
  );
}

function drawn(state: EditorState): Range<Decoration>[] {
  const isShown = revealMarks(state, state.field(wasFocused, false) ?? false);
  const sources = state.field(sourceBlocks).map((at) => findBlock(state, at));
  return findBlocks(state).map((block) => {
    const { kind, from, to } = block;
    const isSource = sources.some((one) => one.from <= to && one.to >= from);
    const isOpen = kind === 'table' ? isSource || isTyped(state, block) || isFound(state, block) : isShown(from, to);
    const widget = widgetOf(block, state.sliceDoc(from, to), isOpen);
    return isOpen
      ? Decoration.widget({ widget, block: true, side: 1 }).range(to)
      : Decoration.replace({ widget, block: true }).range(from, to);
  });
}

function isTyped(state: EditorState, { from }: Block): boolean {
  return state.field(typedTable, false) === from;
}

/** Whether the search has selected a hit in a block. */
function isFound(state: EditorState, { from, to }: Block): boolean {
  const { main } = state.selection;
  return searchPanelOpen(state) && !main.empty && from <= main.from && main.to <= to;
}

function widgetOf({ kind }: Block, source: string, isOpen: boolean) {
  if (kind === 'table' && !isOpen) return new TableWidget(source);
  if (kind === 'pictures') return new Pictures(source, isOpen);
  return new RenderedBlock(source, kind, isOpen);
}
