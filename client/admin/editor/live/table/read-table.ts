/** A cell of a table in Markdown: where its text is, without the spaces around it. */
export interface Cell {
  from: number;
  to: number;
}

/** A line of a table. */
export interface Row {
  from: number;
  to: number;
  cells: Cell[];
}

export type Side = 'left' | 'center' | 'right' | null;

/** A table in Markdown. Positions count from its beginning. */
export interface Table {
  head: Row;
  /** The line below the head. */
  rule: Row;
  body: Row[];
  sides: Side[];
}

/** Reads a table of GitHub Flavored Markdown. */
export function readTable(source: string): Table {
  let at = 0;
  const rows = source.split('\n').map((line) => {
    const row = readRow(line, at);
    at = row.to + 1;
    return row;
  });
  const [head, rule, ...body] = rows as [Row, Row, ...Row[]];
  const sides = rule.cells.map(({ from, to }) => sideOf(source.slice(from, to)));
  return { head, rule, body, sides };
}

function readRow(line: string, start: number): Row {
  const bars = [...line.matchAll(/\\.|\|/g)].filter(([found]) => found === '|').map(({ index }) => index);
  const edges = [...(line.slice(0, bars[0]).trim() === '' ? [] : [-1]), ...bars];
  if (bars.length === 0 || line.slice((bars.at(-1) ?? 0) + 1).trim() !== '') edges.push(line.length);
  const cells = edges.slice(0, -1).map((edge, index) => {
    const [from, to] = [edge + 1, edges[index + 1]!];
    const text = line.slice(from, to);
    const lead = text.trim() === '' ? Math.min(1, text.length) : text.length - text.trimStart().length;
    return { from: start + from + lead, to: start + from + lead + text.trim().length };
  });
  return { from: start, to: start + line.length, cells };
}

function sideOf(rule: string): Side {
  const [begins, ends] = [rule.startsWith(':'), rule.endsWith(':')];
  if (begins && ends) return 'center';
  return ends ? 'right' : begins ? 'left' : null;
}

/** The text of a cell as it is typed: a bar in it is escaped in Markdown only. */
export function cellText(source: string, { from, to }: Cell): string {
  return source.slice(from, to).replaceAll('\\|', '|');
}

/** The Markdown of a cell's text. */
export function cellMarkdown(text: string): string {
  const line = text
    .split('\n')
    .map((part) => part.trim())
    .join(' ')
    .trim();
  return line.replace(/(?<!\\)\|/g, String.raw`\|`);
}
