import { escapeHtml } from '../routers/base/text.ts';

export interface Bar {
  name: string;
  value: number;
  /** What it is about, what belongs to it, and what it is compared with. */
  kind: 'main' | 'second' | 'other';
}

export interface Group {
  title: string;
  bars: Bar[];
}

export interface Chart {
  title: string;
  groups: Group[];
  /** Lines below. */
  notes: string[];
}

/** Pixels. */
const WIDTH = 860;
const LEFT = 200;
const LONGEST_BAR = 570;
const BAR = 16;
const ROW = 24;
const HEADING = 36;
const NOTE = 18;

/** Bars from left to right with their figures as text, without a background: for light and dark pages. */
export function barChart({ title, groups, notes }: Chart): string {
  const highest = Math.max(...groups.flatMap(({ bars }) => bars.map(({ value }) => value)));
  const parts = [line(0, 20, 'title', title)];
  let top = 28;
  for (const group of groups) {
    parts.push(line(LEFT, top + 24, 'heading', group.title));
    top += HEADING;
    for (const bar of group.bars) {
      parts.push(barAt(bar, top, highest));
      top += ROW;
    }
  }
  for (const note of notes) parts.push(line(0, (top += NOTE) + 6, 'note', note));
  const height = top + 18;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escapeHtml(inWords(title, groups))}">
<style>${STYLE}</style>
${parts.join('\n')}
</svg>
`;
}

const STYLE = `
text { font: 13px system-ui, -apple-system, 'Segoe UI', Roboto, 'Liberation Sans', sans-serif; fill: #424a53; }
.title { font-size: 17px; font-weight: 600; fill: #1f2328; }
.heading { font-weight: 600; fill: #1f2328; }
.note { font-size: 11.5px; fill: #656d76; }
.name { text-anchor: end; }
.strong { font-weight: 600; fill: #1f2328; }
.main { fill: #0f766e; } .second { fill: #5eada6; } .other { fill: #b6bec8; }
@media (prefers-color-scheme: dark) {
  text { fill: #b1bac4; }
  .title, .heading, .strong { fill: #f0f6fc; }
  .note { fill: #8d96a0; }
  .main { fill: #2dd4bf; } .second { fill: #1b8277; } .other { fill: #545d68; }
}
`;

function barAt({ name, value, kind }: Bar, top: number, highest: number): string {
  // One that is too short to be seen is shown as a line.
  const length = Math.max(1.5, (value / highest) * LONGEST_BAR);
  const middle = top + BAR / 2 + 4.5;
  const strong = kind === 'main' ? ' strong' : '';
  return [
    line(LEFT - 10, middle, `name${strong}`, name),
    `<rect class="${kind}" x="${LEFT}" y="${top}" width="${length.toFixed(1)}" height="${BAR}" rx="2"/>`,
    line(Number((LEFT + length + 8).toFixed(1)), middle, `value${strong}`, inFigures(value)),
  ].join('\n');
}

function line(x: number, y: number, className: string, text: string): string {
  return `<text class="${className}" x="${x}" y="${y}">${escapeHtml(text)}</text>`;
}

/** Three significant digits: the last ones of 48,317 differ from run to run. */
function inFigures(value: number): string {
  return Number(value.toPrecision(3)).toLocaleString('en-US');
}

function inWords(title: string, groups: readonly Group[]): string {
  const listed = groups.map(
    (group) => `${group.title}: ${group.bars.map(({ name, value }) => `${name} ${inFigures(value)}`).join(', ')}`,
  );
  return `${title}. ${listed.join('. ')}.`;
}
