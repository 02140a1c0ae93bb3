import { all, nodeText, type Element } from './nodes.ts';

/** The most characters that a table may have in Markdown. */
const MOST = 2_000_000;

/**
 * Whether a table takes much more room in Markdown than in HTML: each row has the cells of the longest one there, each
 * cell the width of the widest one, and cells that span others are many.
 */
export function isLargeTable(table: Element): boolean {
  const rows = all(table, 'tr').map(cellsOf);
  const widest = rows.flat().reduce((most, cell) => Math.max(most, nodeText(cell).length), 1);
  return (rows.length + 1) * columnsOf(rows) * (widest + 3) > MOST;
}

function cellsOf({ children }: Element): Element[] {
  return children.filter((child) => child.type === 'element');
}

/** The cells of the longest row, with those that begin in the rows above. */
function columnsOf(rows: readonly (readonly Element[])[]): number {
  const ends = new Map<number, number>();
  let most = 1;
  let fromAbove = 0;
  for (const [at, cells] of rows.entries()) {
    fromAbove -= ends.get(at) ?? 0;
    let own = 0;
    let below = 0;
    for (const { properties } of cells) {
      const width = spanOf(properties['colSpan']);
      const end = at + spanOf(properties['rowSpan']);
      own += width;
      if (end === at + 1) continue;
      below += width;
      ends.set(end, (ends.get(end) ?? 0) + width);
    }
    most = Math.max(most, own + fromAbove);
    fromAbove += below;
  }
  return most;
}

function spanOf(value: unknown): number {
  const span = Number.parseInt(String(value), 10);
  return span > 1 ? span : 1;
}
