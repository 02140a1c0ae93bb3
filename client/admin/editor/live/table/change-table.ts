import { cellMarkdown, cellText, type Row, type Table } from './read-table.ts';

/** A change of a table's Markdown; positions count from its beginning. */
export interface TableChange {
  from: number;
  to: number;
  insert: string;
}

/** A change of a table. Rows of the body count from 0, and -1 is the head. */
export interface TableEdit {
  source: string;
  table: Table;
}

/** The row with a number. */
export function findRow({ head, body }: Table, row: number): Row | undefined {
  return row < 0 ? head : body[row];
}

/** Changes nothing but one cell, and adds those that its row lacks before it. */
export function changeCell({ source, table }: TableEdit, row: number, column: number, text: string): TableChange[] {
  const line = findRow(table, row);
  if (!line) return [];
  const insert = cellMarkdown(text);
  const cell = line.cells[column];
  if (cell)
    return source.slice(cell.from, cell.to) === insert ? [] : [{ ...cell, insert: padded(source, cell, insert) }];
  const cells = textsIn(source, line, column + 1);
  cells[column] = insert;
  return [{ from: line.from, to: line.to, insert: written(cells) }];
}

/** An empty cell without a space gets one at each side. */
function padded(source: string, { from, to }: { from: number; to: number }, insert: string): string {
  const isBefore = /[\s|]/.test(source[from - 1] ?? ' ') && source[from - 1] === '|';
  const isAfter = source[to] === '|';
  return `${isBefore ? ' ' : ''}${insert}${isAfter ? ' ' : ''}`;
}

export function addRow({ table }: TableEdit, row: number): TableChange[] {
  const above = row < 0 ? table.rule : findRow(table, row);
  const { to } = above ?? table.rule;
  return [{ from: to, to, insert: `\n${written(table.head.cells.map(() => ''))}` }];
}

export function removeRow({ table }: TableEdit, row: number): TableChange[] {
  const line = table.body[row];
  return row < 0 || !line ? [] : [{ from: line.from - 1, to: line.to, insert: '' }];
}

/** @param by 1 or -1 */
export function moveRow({ source, table }: TableEdit, row: number, by: number): TableChange[] {
  const [line, other] = [table.body[row], table.body[row + by]];
  if (row < 0 || !line || !other) return [];
  return [
    { from: line.from, to: line.to, insert: source.slice(other.from, other.to) },
    { from: other.from, to: other.to, insert: source.slice(line.from, line.to) },
  ];
}

export function addColumn(edit: TableEdit, column: number): TableChange[] {
  return rewrite(edit, (cells, isRule) => cells.splice(column + 1, 0, isRule ? '---' : ''));
}

export function removeColumn(edit: TableEdit, column: number): TableChange[] {
  if (edit.table.head.cells.length < 2) return [];
  return rewrite(edit, (cells) => cells.splice(column, 1));
}

/** @param by 1 or -1 */
export function moveColumn(edit: TableEdit, column: number, by: number): TableChange[] {
  const other = column + by;
  if (other < 0 || other >= edit.table.head.cells.length) return [];
  return rewrite(edit, (cells) => ([cells[column], cells[other]] = [cells[other]!, cells[column]!]));
}

/** Writes every line again, with its cells changed. */
function rewrite({ source, table }: TableEdit, change: (cells: string[], isRule: boolean) => void): TableChange[] {
  const columns = table.head.cells.length;
  return [table.head, table.rule, ...table.body].map((line) => {
    const cells = textsIn(source, line, columns);
    change(cells, line === table.rule);
    return { from: line.from, to: line.to, insert: written(cells) };
  });
}

/** The Markdown of the cells of a line. */
function textsIn(source: string, { cells }: Row, columns: number): string[] {
  return Array.from({ length: columns }, (_, at) => {
    const cell = cells[at];
    return cell ? cellMarkdown(cellText(source, cell)) : '';
  });
}

function written(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
