import { formatMessage } from '../../../translations/format-message.ts';
import { currentTranslations } from '../../../translations/translations.ts';
import { inlineDom } from './inline-dom.ts';
import { cellText, type Row, type Table } from './read-table.ts';

/** What the cells show, as Markdown. */
const shown = new WeakMap<HTMLElement, string>();

/** The element of the table. */
export function tableElement(place: HTMLElement): HTMLTableElement {
  return place.querySelector('table')!;
}

/** The element of a cell; rows of the body count from 0, and -1 is the head. */
export function findCell(place: HTMLElement, row: number, column: number): HTMLElement | null {
  return tableElement(place).rows[row + 1]?.cells[column]?.querySelector<HTMLElement>('.live-cell') ?? null;
}

/** The place of a cell in its table. */
export function placeOfCell(cell: HTMLElement): { row: number; column: number } {
  const box = cell.closest<HTMLTableCellElement>('th, td')!;
  return { row: box.closest('tr')!.rowIndex - 1, column: box.cellIndex };
}

/** Fills the table, and leaves the cells that show the same. */
export function fillTable(table: HTMLTableElement, source: string, read: Table): void {
  const columns = read.head.cells.length;
  [read.head, ...read.body].forEach((row, at) => fillRow(rowOf(table, at), row, { source, read, columns, at }));
  while (table.rows.length > read.body.length + 1) table.deleteRow(-1);
}

function rowOf(table: HTMLTableElement, at: number): HTMLTableRowElement {
  if (at === 0) return (table.tHead ?? table.createTHead()).rows[0] ?? table.tHead!.insertRow();
  const body = table.tBodies[0] ?? table.createTBody();
  return body.rows[at - 1] ?? body.insertRow();
}

interface Filling {
  source: string;
  read: Table;
  columns: number;
  at: number;
}

function fillRow(row: HTMLTableRowElement, { cells }: Row, { source, read, columns, at }: Filling): void {
  for (let column = 0; column < columns; column++) {
    const box = row.cells[column] ?? row.appendChild(document.createElement(at === 0 ? 'th' : 'td'));
    const side = read.sides[column];
    box.className = side ? `align-${side}` : '';
    const cell = box.querySelector<HTMLElement>('.live-cell') ?? box.appendChild(newCell());
    cell.setAttribute('aria-label', labelOf(at, column));
    const found = cells[column];
    const text = found ? cellText(source, found) : '';
    if (document.activeElement === cell) {
      // What is typed is in the cell already, but not what an undo brings back.
      if (cell.textContent.trim() !== text) cell.textContent = text;
      shown.delete(cell);
    } else showCell(cell, text);
  }
  while (row.cells.length > columns) row.deleteCell(-1);
}

function newCell(): HTMLElement {
  const cell = document.createElement('div');
  cell.className = 'live-cell';
  cell.contentEditable = 'plaintext-only';
  cell.setAttribute('role', 'textbox');
  cell.dir = 'auto';
  return cell;
}

function labelOf(row: number, column: number): string {
  const { live } = currentTranslations();
  const values = { row: String(row), column: String(column + 1) };
  return formatMessage(row === 0 ? live.headCell : live.cell, values);
}

/** Shows a cell as the site does. */
export function showCell(cell: HTMLElement, text: string): void {
  if (shown.get(cell) === text) return;
  shown.set(cell, text);
  cell.replaceChildren(inlineDom(text));
}

/** Shows the Markdown of a cell. */
export function openCell(cell: HTMLElement, text: string): void {
  shown.delete(cell);
  cell.textContent = text;
}
