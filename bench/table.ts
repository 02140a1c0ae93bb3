/**
 * A Markdown table that also reads well on a console: the first column to the left, figures to the right.
 *
 * @param head the columns' names
 * @param rows one cell a column
 */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((name, column) =>
    Math.max(3, ...[name, ...rows.map((row) => row[column] ?? '')].map(length)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => pad(cell, widths[column]!, column)).join(' | ')} |`;
  const rule = widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [line(head), `| ${rule.join(' | ')} |`, ...rows.map(line)].join('\n');
}

/** A figure with three significant digits, or whole with thousands parted; "–" when there is none. */
export function figure(value: number | undefined): string {
  if (value === undefined || !Number.isFinite(value)) return '–';
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en-US');
  return value.toFixed(Math.abs(value) >= 10 ? 1 : Math.abs(value) >= 1 ? 2 : 3);
}

function pad(cell: string, width: number, column: number): string {
  const room = ' '.repeat(width - length(cell));
  return column === 0 ? cell + room : room + cell;
}

function length(text: string): number {
  return Array.from(text).length;
}
