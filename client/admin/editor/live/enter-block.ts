import { Prec, type Extension } from '@codemirror/state';
import { Direction, EditorView, keymap, type Command } from '@codemirror/view';

import { sourceBlocks } from './source-blocks.ts';
import { shownTable } from './table/shown-table.ts';
import { focusCell } from './table/table-keys.ts';
import { findBlocks, type Block } from './blocks/find-blocks.ts';

/** The arrow keys lead into blocks that are shown as wholes, which the cursor would skip. */
export const enteringBlocks: Extension = Prec.high(
  keymap.of([
    { key: 'ArrowDown', run: enter(1, true) },
    { key: 'ArrowUp', run: enter(-1, true) },
    { key: 'ArrowRight', run: enter(1, false) },
    { key: 'ArrowLeft', run: enter(-1, false) },
  ]),
);

/**
 * @param by 1 or -1
 * @param isVertical whether it goes to another row of the screen
 */
function enter(by: 1 | -1, isVertical: boolean): Command {
  return (view) => {
    const { doc, selection } = view.state;
    const { main } = selection;
    const line = doc.lineAt(main.head);
    const number = line.number + by;
    if (!main.empty || view.composing || number < 1 || number > doc.lines) return false;
    const isRightToLeft = !isVertical && view.textDirectionAt(main.head) === Direction.RTL;
    const isAtEdge = isVertical
      ? isOut(view, by, line)
      : !isRightToLeft && main.head === (by > 0 ? line.to : line.from);
    if (!isAtEdge) return false;
    const other = doc.line(number);
    const block = findBlocks(view.state).find(({ from, to }) => (by > 0 ? from === other.from : to === other.to));
    return block ? enterBlock(view, block, by) : false;
  };
}

/** A selection that a command makes in a table, such as that of its first cell in a new one, goes on in the cell. */
export const selectingCells: Extension = EditorView.updateListener.of(({ view, state, docChanged }) => {
  const { main } = state.selection;
  if (!docChanged || main.empty || !view.hasFocus || view.composing) return;
  const block = findBlocks(state).find(({ kind, from, to }) => kind === 'table' && from < main.from && main.to < to);
  if (!block || isSource(view, block)) return;
  // The update has to end first.
  queueMicrotask(() => {
    const place = placeOfTable(view, block);
    if (!place) return;
    const { table } = shownTable(place);
    const at = main.from - block.from;
    const row = [table.head, ...table.body].findIndex(({ from, to }) => from <= at && at <= to);
    const column = row < 0 ? -1 : [table.head, ...table.body][row]!.cells.findIndex(({ to }) => at <= to);
    if (column < 0 || !focusCell(place, row - 1, column)) return;
    getSelection()?.selectAllChildren(document.activeElement!);
  });
});

function placeOfTable(view: EditorView, { from }: Block): HTMLElement | undefined {
  const places = [...view.contentDOM.querySelectorAll<HTMLElement>('.live-table')];
  return places.find((one) => view.posAtDOM(one) === from);
}

function isSource(view: EditorView, { from, to }: Block): boolean {
  return view.state.field(sourceBlocks).some((at) => at >= from && at <= to);
}

/** Whether the next row of the screen is another line. */
function isOut(view: EditorView, by: 1 | -1, line: { from: number; to: number }): boolean {
  const { head } = view.moveVertically(view.state.selection.main, by > 0);
  return head < line.from || head > line.to || head === view.state.selection.main.head;
}

function enterBlock(view: EditorView, block: Block, by: 1 | -1): boolean {
  if (block.kind === 'table' && !isSource(view, block)) return enterTable(view, block, by);
  view.dispatch({
    selection: { anchor: by > 0 ? block.from : block.to },
    scrollIntoView: true,
    userEvent: 'select',
  });
  return true;
}

function enterTable(view: EditorView, block: Block, by: 1 | -1): boolean {
  const place = placeOfTable(view, block);
  if (!place) return false;
  const { head, body } = shownTable(place).table;
  return by > 0 ? focusCell(place, -1, 0) : focusCell(place, body.length - 1, head.cells.length - 1);
}
