import { isElement, type Child, type Element } from '../../../html/hast.ts';

/** Makes a table valid: one caption first, one head, bodies and one foot, no rows without cells, and valid spans. */
export function arrangeTable(table: Element): Child[] {
  const parts = table.children.filter((child) => isElement(child));
  const [caption, ...others] = parts.filter(({ tagName }) => tagName === 'caption');
  for (const other of others) caption?.children.push(...other.children);
  const groups = parts.filter(keepRows);
  if (groups.length === 0) return caption?.children ?? [];
  for (const [at, group] of groups.entries()) {
    const isHead = group.tagName === 'thead' && at === 0;
    const isFoot = group.tagName === 'tfoot' && at === groups.length - 1;
    if (!isHead && !isFoot) group.tagName = 'tbody';
  }
  if (hasSpans(groups) && !spansFit(groups)) for (const cell of cellsIn(groups)) dropSpans(cell);
  table.children = caption ? [caption, ...groups] : groups;
  return [table];
}

/** Removes rows without cells from a row group; returns whether any are left. */
function keepRows(group: Element): boolean {
  if (!['thead', 'tbody', 'tfoot'].includes(group.tagName)) return false;
  for (const row of group.children) if (isElement(row)) row.children = cellsOf(row);
  group.children = group.children.filter((row) => isElement(row, 'tr') && row.children.length > 0);
  return group.children.length > 0;
}

function cellsOf(row: Child): Element[] {
  return isElement(row) ? row.children.filter((cell) => isElement(cell, 'td') || isElement(cell, 'th')) : [];
}

function cellsIn(groups: Element[]): Element[] {
  return groups.flatMap((group) => group.children.flatMap(cellsOf));
}

function hasSpans(groups: Element[]): boolean {
  return cellsIn(groups).some(({ properties }) => 'colSpan' in properties || 'rowSpan' in properties);
}

function dropSpans({ properties }: Element): void {
  delete properties['colSpan'];
  delete properties['rowSpan'];
}

/** Whether no cells overlap or exceed their row group, and a cell begins in every column. */
function spansFit(groups: Element[]): boolean {
  const starts = new Set<number>();
  let width = 0;
  for (const { children: rows } of groups) {
    // For each column, the first free row.
    const free: number[] = [];
    for (const [row, element] of rows.entries()) {
      let column = 0;
      for (const { properties } of cellsOf(element)) {
        while ((free[column] ?? 0) > row) column++;
        starts.add(column);
        const below = row + Number(properties['rowSpan'] ?? 1);
        const end = column + Number(properties['colSpan'] ?? 1);
        if (below > rows.length) return false;
        for (; column < end; column++) {
          if ((free[column] ?? 0) > row) return false;
          free[column] = below;
        }
      }
      width = Math.max(width, column);
    }
  }
  return starts.size === width;
}
