import { judgeTags, type Part, type Verdict } from '../../../shared/refused-tags.ts';
import { placeAt, type GonePart } from './dropped.ts';

/** The part of a Markdown node that is used here. */
interface Node {
  type: string;
  value?: string;
  children?: Node[];
  position?: { start: { line: number; column: number } } | undefined;
}

/** HTML in a text, whose lines are those of the source without the marks of quotes and lists. */
interface HtmlPart extends Part {
  node: Node;
}

/** What was done to the HTML of a text. */
interface Settled {
  /** What is not shown, in order. */
  gone: GonePart[];
  /** Offsets of `<` in the source that begin no HTML: the text is to be read again without them. */
  escapes: number[];
}

const blocksOf = new Set(['root', 'blockquote', 'list', 'listItem', 'footnoteDefinition', 'table', 'tableRow']);

/**
 * Takes the tags that a post must not contain out of the HTML in a text, before the HTML parser reads it, for which some
 * of them hide all that follows. Those that belong to no element become text.
 *
 * @param source the text; absent: tags in blocks of HTML become text within the block
 */
export function settleTags(tree: Node, source?: string): Settled {
  const parts: HtmlPart[] = [];
  const lines = new Map<unknown, Node[]>();
  gather(tree, parts, lines);
  const verdicts = judgeTags(parts);
  const escapes = source === undefined ? [] : escapesIn(source, parts, verdicts);
  if (escapes.length > 0) return { gone: [], escapes };
  const hidden = new Set<Node>();
  const edits = new Map<HtmlPart, [start: number, end: number, by: string][]>();
  const edit = (part: HtmlPart, start: number, end: number, by: string) => {
    const known = edits.get(part);
    if (known) known.push([start, end, by]);
    else edits.set(part, [[start, end, by]]);
  };
  const gone: GonePart[] = [];
  const lineOf = lineFinder();
  const placeIn = placesOf();
  for (const { part: at, tag, as, until, named } of verdicts) {
    const part = parts[at]!;
    if (named !== undefined) {
      const { number, start } = lineOf(part, tag.start);
      const column = (number === 0 ? (part.node.position?.start.column ?? 1) : 1) + tag.start - start;
      gone.push({ name: named, place: placeAt(firstLine(part) + number, column) });
    }
    if (as === 'text') {
      if (part.isBlock) edit(part, tag.start, tag.start + 1, '&lt;');
      else part.node.type = 'text';
    } else if (as === 'closed') edit(parts[until!.part]!, until!.tag.end, until!.tag.end, `</${tag.name}>`);
    else if (as !== 'content') edit(part, tag.start, tag.end, as === 'space' && mayGlue(part, tag) ? ' ' : '');
    else if (until!.part === at) {
      if (!endsAlike(part.html.slice(tag.start, until!.tag.start))) edit(part, tag.start, until!.tag.end, '');
    } else {
      const last = parts[until!.part]!;
      edit(part, tag.start, part.html.length, '');
      edit(last, 0, until!.tag.end, '');
      const row = part.isBlock ? ((part.place as Node).children ?? []) : lines.get(part.place)!;
      for (const node of row.slice(placeIn(row, part.node) + 1, placeIn(row, last.node))) hidden.add(node);
    }
  }
  for (const [part, list] of edits) part.node.value = edited(part, list);
  if (hidden.size > 0) drop(tree, hidden);
  return { gone, escapes };
}

/** @param lines collects the nodes without children of each paragraph, heading and cell */
function gather(parent: Node, parts: HtmlPart[], lines: Map<unknown, Node[]>): void {
  for (const child of parent.children ?? []) {
    if (child.type === 'html') parts.push({ node: child, html: child.value ?? '', place: parent, isBlock: true });
    else if (blocksOf.has(child.type)) gather(child, parts, lines);
    else if (child.children) {
      const line: Node[] = [];
      gatherLine(child, line);
      if (!line.some(({ type }) => type === 'html')) continue;
      lines.set(child, line);
      for (const node of line) {
        if (node.type === 'html') parts.push({ node, html: node.value ?? '', place: child, isBlock: false });
      }
    }
  }
}

function gatherLine(parent: Node, line: Node[]): void {
  for (const child of parent.children ?? []) {
    if (child.children) gatherLine(child, line);
    else line.push(child);
  }
}

/** Finds the line of places in HTML that are asked for in order: its number in the HTML from 0, and its beginning. */
function lineFinder(): (part: HtmlPart, at: number) => { number: number; start: number } {
  let last: { part?: HtmlPart; number: number; start: number } = { number: 0, start: 0 };
  return (part, at) => {
    let { number, start } = last.part === part && last.start <= at ? last : { number: 0, start: 0 };
    for (;;) {
      const end = part.html.indexOf('\n', start);
      if (end < 0 || end >= at) break;
      number++;
      start = end + 1;
    }
    last = { part, number, start };
    return last;
  };
}

/** Whether the parser of HTML finds the same end of an element, which the sanitiser then removes. */
function endsAlike(element: string): boolean {
  return /^<(?:script|style|iframe)(?=[\s>])/i.test(element) && !element.includes('<!--');
}

/** Whether a tag may stand between two words without a space. */
function mayGlue({ html, isBlock }: HtmlPart, { start, end }: { start: number; end: number }): boolean {
  return !isBlock || (/\S/.test(html[start - 1] ?? '') && /\S/.test(html[end] ?? ''));
}

function firstLine({ node }: HtmlPart): number {
  return node.position?.start.line ?? 1;
}

/** Where each node stands among others. */
function placesOf(): (row: readonly Node[], node: Node) => number {
  const known = new Map<readonly Node[], Map<Node, number>>();
  return (row, node) => {
    let places = known.get(row);
    if (!places) known.set(row, (places = new Map(row.map((one, at) => [one, at]))));
    return places.get(node)!;
  };
}

/** The line breaks stay, by which the lines of what follows are counted. */
function edited({ html, isBlock }: HtmlPart, edits: [start: number, end: number, by: string][]): string {
  let done = 0;
  let text = '';
  for (const [start, end, by] of edits) {
    if (start < done) continue;
    const breaks = isBlock ? html.slice(start, end).replace(/[^\n]+/g, '') : '';
    text += html.slice(done, start) + by + breaks;
    done = end;
  }
  return text + html.slice(done);
}

/** Removes nodes, and those of a line that contained nothing else. */
function drop(parent: Node, hidden: ReadonlySet<Node>): void {
  parent.children = parent.children?.filter((child) => {
    if (hidden.has(child)) return false;
    if (!child.children || child.children.length === 0) return true;
    drop(child, hidden);
    return child.children.length > 0 || blocksOf.has(child.type);
  });
}

/** The offsets of the tags in blocks of HTML that are text; none for those that are not found in the source. */
function escapesIn(source: string, parts: readonly HtmlPart[], verdicts: readonly Verdict[]): number[] {
  const inBlocks = verdicts.filter(({ part, as }) => as === 'text' && parts[part]!.isBlock);
  if (inBlocks.length === 0) return [];
  const starts = [0, ...Array.from(source.matchAll(/\r\n|\r|\n/g), ({ 0: { length }, index }) => index + length)];
  const find = lineFinder();
  return inBlocks.flatMap(({ part: at, tag }) => {
    const part = parts[at]!;
    const { number, start } = find(part, tag.start);
    const inSource = starts[firstLine(part) - 1 + number]!;
    const shift = shiftOf(part, start, source.slice(inSource, starts[firstLine(part) + number]));
    return shift < 0 ? [] : [inSource + shift + tag.start - start];
  });
}

const shifts = new WeakMap<HtmlPart, Map<number, number>>();

/** How many characters a line of the source has before that of the HTML; -1 if the HTML has another one. */
function shiftOf(part: HtmlPart, start: number, sourceLine: string): number {
  let known = shifts.get(part);
  if (!known) shifts.set(part, (known = new Map()));
  let shift = known.get(start);
  if (shift === undefined) {
    const end = part.html.indexOf('\n', start);
    const line = part.html.slice(start, end < 0 ? undefined : end).trim();
    known.set(start, (shift = sourceLine.lastIndexOf(line) - part.html.slice(start).search(/\S/)));
  }
  return shift;
}
