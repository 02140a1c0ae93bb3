import { isolateHistory, redo, selectAll, undo } from '@codemirror/commands';
import type { TransactionSpec } from '@codemirror/state';
import { runScopeHandlers, type EditorView } from '@codemirror/view';

import { addRow, changeCell, moveColumn, moveRow, findRow, type TableChange } from './change-table.ts';
import { CELL_EVENT } from './cell-event.ts';
import { findCell, openCell, placeOfCell, showCell } from './table-dom.ts';
import { cellText } from './read-table.ts';
import { shownTable } from './shown-table.ts';

/** The keys and the typing of a table's cells. */
export function listenToTable(place: HTMLElement, view: EditorView): void {
  place.addEventListener('focusin', ({ target }) => {
    if (!isCell(target)) return;
    openCell(target, sourceText(place, target));
    place.classList.add('live-active');
  });
  place.addEventListener('focusout', ({ target, relatedTarget }) => {
    if (isCell(target)) showCell(target, sourceText(place, target));
    if (!(relatedTarget instanceof Node) || !place.contains(relatedTarget)) place.classList.remove('live-active');
  });
  place.addEventListener('input', (event) => {
    if (isCell(event.target) && !event.isComposing) take(place, view, event.target);
  });
  place.addEventListener('compositionend', ({ target }) => {
    if (isCell(target)) take(place, view, target);
  });
  place.addEventListener('keydown', (event) => {
    if (!isCell(event.target) || event.isComposing || !onKey(event, place, view, event.target)) return;
    event.preventDefault();
    event.stopPropagation();
  });
}

/** Changes the Markdown of a table in a step of its own, and moves the focus to a cell. */
export function changeTable(
  place: HTMLElement,
  view: EditorView,
  changes: readonly TableChange[],
  focus?: { row: number; column: number },
): void {
  write(place, view, changes, { userEvent: 'input', annotations: isolateHistory.of('full') });
  if (focus) focusCell(place, focus.row, focus.column);
}

function write(place: HTMLElement, view: EditorView, changes: readonly TableChange[], spec: TransactionSpec): void {
  const start = view.posAtDOM(place);
  const moved = changes.map(({ from, to, insert }) => ({ from: start + from, to: start + to, insert }));
  if (moved.length > 0) view.dispatch({ ...spec, changes: moved });
}

function isCell(target: EventTarget | null): target is HTMLElement {
  return target instanceof HTMLElement && target.classList.contains('live-cell');
}

function sourceText(place: HTMLElement, cell: HTMLElement): string {
  const { source, table } = shownTable(place);
  const { row, column } = placeOfCell(cell);
  const found = findRow(table, row)?.cells[column];
  return found ? cellText(source, found) : '';
}

function take(place: HTMLElement, view: EditorView, cell: HTMLElement): void {
  const { row, column } = placeOfCell(cell);
  write(place, view, changeCell(shownTable(place), row, column, cell.textContent), { userEvent: CELL_EVENT });
}

/** Puts the cursor at the end of a cell. */
export function focusCell(place: HTMLElement, row: number, column: number): boolean {
  const cell = findCell(place, row, column);
  if (!cell) return false;
  cell.focus();
  const selection = getSelection();
  selection?.selectAllChildren(cell);
  selection?.collapseToEnd();
  return true;
}

/** @returns whether the key is handled */
function onKey(event: KeyboardEvent, place: HTMLElement, view: EditorView, cell: HTMLElement): boolean {
  const { key, altKey, shiftKey, ctrlKey, metaKey } = event;
  const { row, column } = placeOfCell(cell);
  const edit = shownTable(place);
  const to = (down: number, right: number) => ({ row: row + down, column: column + right });
  const letter = key.toLowerCase();
  if ((ctrlKey || metaKey) && !altKey && (letter === 'z' || letter === 'y')) {
    (letter === 'y' || shiftKey ? redo : undo)(view);
    return true;
  }
  if ((ctrlKey || metaKey) && letter === 'a') return selectAll(view) && focusText(view);
  if (ctrlKey || metaKey) return runOnTable(event, place, view);
  if (altKey) {
    const by = { ArrowUp: -1, ArrowDown: 1 }[key];
    if (by !== undefined)
      changeTable(place, view, moveRow(edit, row, by), to(edit.table.body[row + by] && row >= 0 ? by : 0, 0));
    const aside = { ArrowLeft: -1, ArrowRight: 1 }[key];
    const forward = aside !== undefined && getComputedStyle(place).direction === 'rtl' ? -aside : aside;
    if (forward !== undefined) {
      const changes = moveColumn(edit, column, forward);
      changeTable(place, view, changes, to(0, changes.length > 0 ? forward : 0));
    }
    return by !== undefined || aside !== undefined;
  }
  if (key === 'Tab') return step(place, view, row, column, shiftKey ? -1 : 1);
  if (key === 'Enter') return focusCell(place, row + 1, column) || addBelow(place, view, row, column);
  if (key === 'Escape') return escape(place, view);
  if (key === 'ArrowUp') return focusCell(place, row - 1, column) || leave(place, view, -1);
  if (key === 'ArrowDown') return focusCell(place, row + 1, column) || leave(place, view, 1);
  return false;
}

/** The keys of the text that search, and those with Alt, which are for the block with the cursor or the whole editor. */
function runOnTable(event: KeyboardEvent, place: HTMLElement, view: EditorView): boolean {
  if (!event.altKey || !/^[bfmu]$/.test(event.key)) return runScopeHandlers(view, event, 'search-panel');
  view.dispatch({ selection: { anchor: view.posAtDOM(place) } });
  view.focus();
  return runScopeHandlers(view, event, 'editor');
}

function focusText(view: EditorView): true {
  view.focus();
  return true;
}

function addBelow(place: HTMLElement, view: EditorView, row: number, column: number): boolean {
  changeTable(place, view, addRow(shownTable(place), row), { row: row + 1, column });
  return true;
}

/** To the next cell; behind the last one a row is added, and before the first one the tools of the table are. */
function step(place: HTMLElement, view: EditorView, row: number, column: number, by: 1 | -1): boolean {
  const columns = shownTable(place).table.head.cells.length;
  const next = (row + 1) * columns + column + by;
  if (next < 0) return false;
  const target = { row: Math.floor(next / columns) - 1, column: next % columns };
  return focusCell(place, target.row, target.column) || addBelow(place, view, row, 0);
}

/** Puts the cursor before or behind the table, if a line is there. */
function leave(place: HTMLElement, view: EditorView, by: 1 | -1): boolean {
  const { doc } = view.state;
  const from = view.posAtDOM(place);
  const number = doc.lineAt(by < 0 ? from : from + shownTable(place).source.length).number + by;
  if (number < 1 || number > doc.lines) return true;
  const line = doc.line(number);
  view.focus();
  view.dispatch({ selection: { anchor: by < 0 ? line.to : line.from }, scrollIntoView: true });
  return true;
}

/** The same behind the table, in a new line if there is none. */
function escape(place: HTMLElement, view: EditorView): boolean {
  const end = view.posAtDOM(place) + shownTable(place).source.length;
  if (end === view.state.doc.length) view.dispatch({ changes: { from: end, insert: '\n' }, userEvent: 'input' });
  return leave(place, view, 1);
}
