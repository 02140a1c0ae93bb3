import { normalLabel } from '../../../shared/labels.ts';
import { withoutPartialGrapheme } from '../../../shared/shorten.ts';

/** The lines of a Markdown text. */
export interface Lines {
  text: string[];
  /** Footnotes, without their marks. */
  notes: string[];
  /** The content of code blocks and formula blocks. */
  code: string[];
  /** What definitions define, as `normalLabel` returns it: `x` for `[x]: /url`, and `^1` for `[^1]: …`. */
  labels: Set<string>;
}

/** Lines between two chances to yield. */
const STEPS = 20;
/** The lengths of an excerpt's source in characters: of its text, and with code and comments. */
const BEGINNING = { text: 8_000, whole: 100_000 };

/** The lines of the text at the beginning of a Markdown text. */
export function firstLines(markdown: string): string[] {
  const parts = readLines(markdown, BEGINNING);
  for (;;) {
    const { done, value } = parts.next();
    if (done) return value.text;
  }
}

/** The container marks before a block: quotes and list items. */
const containers = String.raw`^(?:[\s>]|(?:[-*+]|\d{1,9}[.)])(?=[ \t]))*`;
/** Tells most lines from fences, in less time. */
const hasFence = /```|~~~|\$\$/;
const fenceStart = new RegExp(`${containers}(\`{3,}(?=[^\`]*$)|~{3,}|\\\${2,}(?=[^$]*$))`);
const rawStart = new RegExp(`${containers}<(!--|(?:script|style)(?=[\\s>]|$))`, 'i');
const definition = /^[\s>]*\[((?:[^[\]\\]|\\.){1,999})\]:(.*)$/;
const linkDefinition = /^\s*(?:<[^<>]*>|[^\s<]\S*)(?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?\s*$/;
const indentation = /^(?: {4}|\t)/;
const listItem = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?=\s|$)/;
const heading = /^[\s>]*#{1,6}(?:\s|$)/;

/**
 * Sorts the lines of a text, and leaves out block comments, scripts, styles and definitions of links.
 *
 * @param most lengths after which it stops
 */
export function* readLines(markdown: string, most = { text: Infinity, whole: Infinity }): Generator<undefined, Lines> {
  const lines: Lines = { text: [], notes: [], code: [], labels: new Set() };
  const ends = new RawEnds(markdown);
  let fence: { mark: string; isQuoted: boolean } | null = null;
  let skippedTo = 0;
  let isAfterText = false;
  let isInNote = false;
  let isInList = false;
  let left = most.text;
  let read = 0;
  for (const [start, whole] of linesOf(markdown)) {
    if (++read % STEPS === 0) yield;
    if (start > most.whole || left <= 0) break;
    if (start + whole.length < skippedTo) continue;
    let line = start < skippedTo ? whole.slice(skippedTo - start) : whole;
    if (fence?.isQuoted && !/^\s*>/.test(line)) fence = null;
    const mark = hasFence.test(line) ? fenceStart.exec(line)?.[1] : undefined;
    if (fence) {
      const isEnd = mark?.startsWith(fence.mark) && line.trimEnd().endsWith(mark);
      if (isEnd) fence = null;
      else lines.code.push(line);
      continue;
    }
    if (mark) {
      // What follows the signs of a formula is no name of a language.
      if (mark.startsWith('$')) lines.code.push(line.slice(line.indexOf(mark) + mark.length));
      fence = { mark, isQuoted: /^\s*>/.test(line) };
      isAfterText = false;
      continue;
    }
    const raw = line.includes('<') ? rawStart.exec(line)?.[1] : undefined;
    const end = raw === undefined ? undefined : ends.after(raw.toLowerCase(), start);
    if (end !== undefined && end > start + whole.length) {
      skippedTo = end;
      isAfterText = false;
      continue;
    }
    const [, label = '', defined = ''] = (!isAfterText && line.includes(']:') && definition.exec(line)) || [];
    const isNote = label.startsWith('^') && !/\s/.test(label);
    if (label !== '' && (isNote || linkDefinition.test(defined))) {
      lines.labels.add(normalLabel(label));
      if (isNote) lines.notes.push('', defined);
      isInNote = isNote;
      continue;
    }
    const isBlank = line.trim() === '';
    const isIndented = indentation.test(line);
    if (!isIndented && !isBlank) isInList = listItem.test(line) || (isInList && isAfterText);
    if (isIndented && !isBlank && !isAfterText && !isInList && !isInNote) {
      lines.code.push(line.trim());
      continue;
    }
    isInNote &&= isBlank || isNoteText(line, lines.notes.at(-1) === '');
    if (isInNote) {
      lines.notes.push(isBlank ? '' : line);
      continue;
    }
    if (line.length > left) line = withoutPartialGrapheme(line, left);
    left -= line.length + 1;
    isAfterText = !isBlank && !heading.test(line);
    lines.text.push(line);
  }
  return lines;
}

/** Whether a line goes on with a footnote: indented, or right below its text. */
function isNoteText(line: string, isAfterBlank: boolean): boolean {
  return indentation.test(line) || (!isAfterBlank && !definition.test(line));
}

function* linesOf(text: string): Generator<[start: number, line: string], void> {
  const lineEnd = /\r\n?|\n/g;
  let start = 0;
  for (let found = lineEnd.exec(text); found; found = lineEnd.exec(text)) {
    yield [start, text.slice(start, found.index)];
    start = lineEnd.lastIndex;
  }
  yield [start, text.slice(start)];
}

/** Finds the ends of comments, scripts and styles in linear time, if it is asked for them in the order of the text. */
class RawEnds {
  readonly #text: string;
  readonly #next = new Map<string, number>();

  constructor(text: string) {
    this.#text = text;
  }

  /** The first end after a position. A comment without one ends with the text; other elements have none. */
  after(name: string, at: number): number | undefined {
    const known = this.#next.get(name) ?? -1;
    if (known <= at) this.#next.set(name, this.#find(name, at));
    const end = this.#next.get(name)!;
    return end === Infinity && name === '!--' ? this.#text.length + 1 : end === Infinity ? undefined : end;
  }

  #find(name: string, at: number): number {
    const pattern = name === '!--' ? /-->/g : name === 'script' ? /<\/script\s*>/gi : /<\/style\s*>/gi;
    pattern.lastIndex = at;
    return pattern.exec(this.#text) ? pattern.lastIndex : Infinity;
  }
}
