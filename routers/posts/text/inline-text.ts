import { decodeString } from 'micromark-util-decode-string';

import { addressEnd } from '../../../shared/address-end.ts';
import { comment, looseTag, skipTo, tag, tagPattern } from './inline-html.ts';
import { Scan, type InlineOptions } from './inline-scan.ts';
import { linkTail, type LinkTail } from './link-tail.ts';
import type { LongList } from './long-list.ts';
import { normalLabel } from '../../../shared/labels.ts';

/** Marks between two chances to yield. */
const STEPS = 20;

/** Takes the marks of inline Markdown and HTML off a text whose blocks blank lines separate. Linear. */
export function* inlineText(text: string, options: InlineOptions): Generator<undefined, string> {
  const scan = new Scan(text, options);
  for (let step = 1; scan.at < text.length; step++) {
    scan.out.push(next(scan));
    if (step % STEPS === 0) yield;
  }
  return yield* joinParts(scan.out, '');
}

/** Joins a long list of texts. */
export function* joinParts(parts: LongList<string>, separator: string): Generator<undefined, string> {
  const pieces: string[] = [];
  for (const some of parts.arrays()) {
    pieces.push(some.join(separator));
    yield;
  }
  return pieces.join(separator);
}

type Rule = [pattern: RegExp, write: (found: RegExpExecArray, scan: Scan) => string | null];

const withoutSigns = /[^\\`<![\]*_~=$&\n]+/y;
const withoutAddresses = /[^\\`<![\]*_~=$&\nhHwW]+/y;
// By first character. Sticky. None can scan the same text twice over long distances: each stops at the character that
// starts it, or consumes what it reads. A rule that returns null does not apply.
const rules: Record<string, Rule[]> = {
  '\\': [
    [/\\([!-/:-@[-`{-~])/y, (found) => found[1] ?? ''],
    [/\\\n/y, () => '\n'],
  ],
  '\n': [[/\n\n+/y, beginBlock]],
  '`': [[/`+/y, code]],
  '<': [
    [/<!--/y, comment],
    [/<\?/y, (_, scan) => skipTo('?>', scan)],
    [/<!\[CDATA\[/y, (_, scan) => skipTo(']]>', scan)],
    [/<![a-z]/iy, (_, scan) => skipTo('>', scan)],
    [/<[a-z][a-z0-9+.-]{1,31}:[^\s<>]*>/iy, (found, scan) => scan.options.omitted ?? found[0].slice(1, -1)],
    [/<([^\s<>@]+@[^\s<>]+)>/y, (found) => found[1] ?? ''],
    [tagPattern, tag],
    [/<\/?[a-z][^<>\n]*>/iy, looseTag],
  ],
  '!': [[/!\[/y, open]],
  '[': [[/\[/y, open]],
  ']': [[/\]/y, close]],
  '*': [[/\*+/y, emphasis]],
  _: [[/_+/y, emphasis]],
  '~': [[/~+/y, emphasis]],
  '=': [[/=+/y, emphasis]],
  $: [
    [/\$\$+/y, displayFormula],
    [/\$(?![\s$])((?:[^$\\\n]|\\.|\\?\n(?!\n))*)\$(?!\d)/y, formula],
  ],
  '&': [[/&(?:#(?:\d{1,7}|x[\da-f]{1,6})|[\da-z]{1,31});/iy, (found) => decodeString(found[0])]],
};
const http: Rule[] = [[/https?:\/\//iy, address]];
const www: Rule[] = [[/www\./iy, address]];
/** With bare URLs, which only excerpts leave out. */
const excerptRules: Record<string, Rule[]> = { ...rules, h: http, H: http, w: www, W: www };

function next(scan: Scan): string {
  const sign = scan.text.charAt(scan.at);
  const isExcerpt = scan.options.omitted !== undefined;
  const own = (isExcerpt ? excerptRules : rules)[sign];
  if (!own) return take(isExcerpt ? withoutAddresses : withoutSigns, scan)?.[0] ?? '';
  const start = scan.at;
  for (const [pattern, write] of own) {
    const found = take(pattern, scan);
    const written = found && write(found, scan);
    if (written !== null) return written;
    scan.at = start;
  }
  scan.at += 1;
  return sign;
}

function take(pattern: RegExp, scan: Scan): RegExpExecArray | null {
  pattern.lastIndex = scan.at;
  const found = pattern.exec(scan.text);
  if (found) scan.at += found[0].length;
  return found;
}

function beginBlock([breaks]: RegExpExecArray, scan: Scan): string {
  scan.beginBlock();
  return breaks;
}

function code([fence]: RegExpExecArray, scan: Scan): string {
  return between(fence, /`+/g, scan) ?? fence;
}

/** The text up to the next run of signs that equals the first one, in the same block. */
function between(fence: string, runs: RegExp, scan: Scan): string | undefined {
  const { at: start, text } = scan;
  const end = scan.blockEnd();
  runs.lastIndex = start;
  for (let run = runs.exec(text); run && run.index < end; run = runs.exec(text)) {
    if (run[0] !== fence) continue;
    scan.at = runs.lastIndex;
    return text.slice(start, run.index);
  }
  return undefined;
}

function displayFormula([fence]: RegExpExecArray, scan: Scan): string {
  const tex = between(fence, /\$+/g, scan);
  return tex === undefined ? fence : (scan.options.omitted ?? tex);
}

function formula([, tex = '']: RegExpExecArray, { options }: Scan): string | null {
  return /\s$/.test(tex) ? null : (options.omitted ?? tex);
}

function open(found: RegExpExecArray, { out, brackets }: Scan): string {
  brackets.push(out.length);
  brackets.push(found.index);
  return found[0];
}

/** Images and marks of footnotes are removed. `list[0]` keeps its brackets; those of other texts may be of a link. */
function close(found: RegExpExecArray, scan: Scan): string {
  const { text, out, brackets, options } = scan;
  const start = brackets.pop();
  const place = brackets.pop();
  if (start === undefined || place === undefined) return ']';
  const isImage = text[start] === '!';
  const label = text.slice(isImage ? start + 2 : start + 1, Math.min(found.index, start + 1000));
  const isDefined = (one: string) => options.labels?.has(normalLabel(one)) ?? true;
  if (label.startsWith('^') && !/\s/.test(label)) {
    if (label.length < 2 || !isDefined(label)) return ']';
    scan.removeFrom(place);
    return '';
  }
  const tail = linkTail(text, scan.at) ?? referenceTail(scan, isDefined);
  if (isImage) {
    if (tail === undefined && (!options.labels || !isDefined(label))) return ']';
    scan.removeFrom(place);
  } else {
    // Text, which keeps its brackets.
    if (tail === undefined && (isInWord(text, start) || !isDefined(label))) return ']';
    out.set(place, '');
  }
  scan.at = tail?.end ?? scan.at;
  // The site shows the title of an image below it.
  return isImage && options.omitted === undefined && tail?.title ? ` ${decodeString(tail.title)} ` : '';
}

/** `[label]` or `[]` at this place. */
function referenceTail({ text, at }: Scan, isDefined: (label: string) => boolean): LinkTail | undefined {
  const reference = /\[((?:[^[\]\\]|\\.){0,999})\]/y;
  reference.lastIndex = at;
  const label = reference.exec(text)?.[1];
  if (label === undefined || (label !== '' && !isDefined(label))) return undefined;
  return { end: reference.lastIndex, title: '' };
}

function isInWord(text: string, at: number): boolean {
  return at > 0 && /[\p{L}\p{N}_]/u.test(text.charAt(at - 1));
}

function emphasis({ 0: marks, index }: RegExpExecArray, { text, emphasis: pairs }: Scan): string {
  // A character beyond U+FFFF is a pair of code units.
  const before = /[\udc00-\udfff]/.test(text.charAt(index - 1)) ? text.slice(index - 2, index) : text.charAt(index - 1);
  const after = text.codePointAt(index + marks.length);
  return pairs.read(marks, before, after === undefined ? '' : String.fromCodePoint(after));
}

function address({ 0: begin, index }: RegExpExecArray, scan: Scan): string | null {
  const { text, options } = scan;
  if (/[a-z]/i.test(text.charAt(index - 1))) return null;
  const end = addressEnd(text, index);
  if (end <= index + begin.length) return null;
  scan.at = end;
  return options.omitted ?? null;
}
