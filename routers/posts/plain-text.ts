import { setImmediate } from 'node:timers/promises';

import { cleanText } from '../text.ts';
import { LongList } from './long-list.ts';

/** The plain text of a whole content on one line, in linear time: first its text, then its code. */
export function plainTextOf(markdown: string): string {
  return finish(plainTextParts(markdown));
}

/** The same without blocking the event loop: a million characters of Markdown take 100 ms and more. */
export async function plainTextInTurns(markdown: string): Promise<string> {
  const parts = plainTextParts(markdown);
  let began = performance.now();
  for (;;) {
    const { done, value } = parts.next();
    if (done) return value;
    if (performance.now() - began < TURN_MS) continue;
    await setImmediate();
    began = performance.now();
  }
}

const TURN_MS = 5;
/** Lines, or marks, between two chances to yield. */
const STEPS = 20;

function* plainTextParts(markdown: string): Generator<undefined, string> {
  const lines = new LongList<string>();
  const { text, code } = yield* sorted(markdown);
  for (const [at, line] of text.entries()) {
    lines.push(lineText(line));
    if (at % STEPS === 0) yield;
  }
  const inline = yield* inlineParts(yield* joined(lines, '\n'));
  return yield* onOneLine([inline, ...code].join('\n'));
}

/** The plain text of lines on one line. */
export function plainLines(lines: readonly string[]): string {
  return finish(onOneLine(finish(inlineParts(lines.map(lineText).join('\n')))));
}

function finish<T>(parts: Generator<undefined, T>): T {
  for (;;) {
    const { done, value } = parts.next();
    if (done) return value;
  }
}

/** Characters between two chances to yield. */
const PIECE = 20_000;
/** A place in a word. Cleaning changes nothing across it: there are no spaces, and nothing that composes (NFC). */
const inWord = /(?<=[\p{L}\p{N}\p{P}\p{S}])(?=(?![\u1160-\u11ff])[\p{L}\p{N}\p{P}\p{S}])/gu;

function* onOneLine(text: string): Generator<undefined, string> {
  const pieces: string[] = [];
  for (let start = 0; start < text.length;) {
    inWord.lastIndex = start + PIECE;
    const end = inWord.exec(text)?.index ?? text.length;
    pieces.push(cleanText(text.slice(start, end), { lineFeeds: false }).replace(/\s+/g, ' '));
    start = end;
    yield;
  }
  return pieces.join('');
}

/** The lines of a text outside of code fences, and those of code in fences. */
export function withoutFences(markdown: string): Lines {
  return finish(sorted(markdown));
}

interface Lines {
  text: string[];
  code: string[];
}

function* sorted(markdown: string): Generator<undefined, Lines> {
  const text: string[] = [];
  const code: string[] = [];
  let open = '';
  let read = 0;
  for (const line of linesOf(markdown)) {
    if (++read % STEPS === 0) yield;
    const fence = /^[\s>]*(`{3,}(?=[^`]*$)|~{3,})\s*(\S?)/.exec(line);
    const inside = open !== '';
    if (!inside) open = fence?.[1] ?? '';
    else if (fence?.[1]?.startsWith(open) && !fence[2]) open = '';
    if (inside && open !== '') code.push(line);
    else if (!inside && !fence) text.push(line);
  }
  return { text, code };
}

function* linesOf(text: string): Generator<string, void> {
  const lineEnd = /\r\n?|\n/g;
  let start = 0;
  for (let found = lineEnd.exec(text); found; found = lineEnd.exec(text)) {
    yield text.slice(start, found.index);
    start = lineEnd.lastIndex;
  }
  yield text.slice(start);
}

const noText = [
  /^[-=]{2,}\s*$/, // the underline of a heading
  /^([-*_])(?:\s*\1){2,}\s*$/, // a rule
  /^\|?[\s:]*-[-\s:|]*$/, // the delimiter row of a table
  /^\[[^\]]+\]:/, // a definition of a link or a footnote
  /^\[!(?:note|tip|important|warning|caution)\]\s*$/i, // the kind of an alert
];

function lineText(line: string): string {
  const text = line.replace(/^[\s>]+/, '');
  if (noText.some((pattern) => pattern.test(text))) return '';
  if (/^#{1,6}(?:\s|$)/.test(text)) return text.replace(/^#+/, '').replace(/\s#+\s*$/, '');
  if (text.startsWith('|')) return text.replaceAll('|', ' ');
  return text.replace(/^(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s)?/, '');
}

/**
 * `brackets` contains the open ones as numbers, because a million objects would take the garbage collector a second:
 * four times the index in `out`, plus the flags GOES and IN_WORD.
 */
type Scan = { text: string; at: number; out: LongList<string>; brackets: LongList<number> };
type Rule = [pattern: RegExp, write: (found: RegExpExecArray, scan: Scan) => string];

const withoutSigns = /[^\\`<![\]*_~=$&]+/y;

// By first character. Sticky. None can scan the same text twice over long distances: each stops at the character that
// starts it, or consumes what it reads.
const rules: Record<string, Rule[]> = {
  '\\': [[/\\([!-/:-@[-`{-~])/y, (found) => found[1] ?? '']],
  '`': [[/`+/y, code]],
  '<': [
    [/<!--[^]*?(?:-->|$)/y, () => ''],
    [/<(script|style|svg|template)\b[^]*?(?:<\/\1\s*>|$)/iy, () => ' '],
    [/<([a-z][a-z0-9+.-]{1,31}:[^\s<>]*|[^\s<>@]+@[^\s<>]+)>/iy, (found) => found[1] ?? ''],
    [/<\/?(?:a|abbr|b|code|del|em|i|ins|kbd|mark|s|small|span|strong|sub|sup|u)\b[^<>]*>/iy, () => ''],
    [/<[/?!]?[a-z][^<>]*>/iy, () => ' '],
  ],
  '!': [[/!\[/y, open]],
  '[': [[/\[\^?/y, open]],
  ']': [[/\](\((?:[^()\\]|\\.|\([^()]*\))*\)|\[[^\]]*\])?/y, close]],
  '*': [[/\*+/y, emphasis]],
  _: [[/_+/y, emphasis]],
  '~': [[/~~+/y, emphasis]],
  '=': [[/=+/y, (found, scan) => (found[0] === '==' ? emphasis(found, scan) : found[0])]],
  $: [[/\$(?! |\$)([^$\n]{0,200}[^$\s])\$(?!\d)/y, (found) => found[1] ?? '']],
  '&': [[/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/iy, entity]],
};

function* inlineParts(text: string): Generator<undefined, string> {
  const scan: Scan = { text, at: 0, out: new LongList(), brackets: new LongList() };
  for (let step = 1; scan.at < text.length; step++) {
    scan.out.push(next(scan));
    if (step % STEPS === 0) yield;
  }
  return yield* joined(scan.out, '');
}

function* joined(parts: LongList<string>, separator: string): Generator<undefined, string> {
  const pieces: string[] = [];
  for (const some of parts.arrays()) {
    pieces.push(some.join(separator));
    yield;
  }
  return pieces.join(separator);
}

function next(scan: Scan): string {
  const sign = scan.text.charAt(scan.at);
  const own = rules[sign];
  if (!own) return take(withoutSigns, scan)?.[0] ?? '';
  for (const [pattern, write] of own) {
    const found = take(pattern, scan);
    if (found) return write(found, scan);
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

function code([fence]: RegExpExecArray, scan: Scan): string {
  const start = scan.at;
  const runs = /`+/g;
  runs.lastIndex = start;
  for (let run = runs.exec(scan.text); run; run = runs.exec(scan.text)) {
    if (run[0] !== fence) continue;
    scan.at = runs.lastIndex;
    return scan.text.slice(start, run.index);
  }
  return fence;
}

/** The content of the bracket is removed with it. */
const GOES = 2;
/** The bracket follows a word directly. */
const IN_WORD = 1;

function open(found: RegExpExecArray, scan: Scan): string {
  const before = found.index === 0 ? ' ' : scan.text.charAt(found.index - 1);
  const flags = (found[0] === '[' ? 0 : GOES) | (before !== '[' && /\w/.test(before) ? IN_WORD : 0);
  scan.brackets.push(scan.out.length * 4 + flags);
  return found[0];
}

// Images and footnotes are removed with their text. `list[0]` keeps its brackets; others may be a link defined below.
function close(found: RegExpExecArray, { out, brackets }: Scan): string {
  const bracket = brackets.pop();
  if (bracket === undefined) return found[0];
  const place = Math.floor(bracket / 4);
  if (bracket & GOES) out.length = place;
  else if (bracket & IN_WORD && !found[1]) return ']';
  else out.set(place, '');
  return '';
}

// The characters around a sign (`*`, `_`, `~`, `=`) that is not a mark: 2 * 3, 2*3, snake_case.
const literal: Record<string, RegExp> = {
  '*': /^(?:\s\s|\d\d)$/,
  _: /^[\p{L}\p{N}]{2}$/u,
  '~': /^\s\s$/,
  '=': /^(?:\s\s|[\p{L}\p{N}]{2})$/u,
};

function emphasis({ 0: marks, index }: RegExpExecArray, { text }: Scan): string {
  const around = (text[index - 1] ?? ' ') + (text[index + marks.length] ?? ' ');
  return literal[marks.charAt(0)]?.test(around) ? marks : '';
}

const names =
  'amp& lt< gt> quot" apos\' ndash– mdash— hellip… copy© reg® trade™ lsquo‘ rsquo’ ldquo“ rdquo” laquo« raquo» bull• middot· times×';
const entities = new Map(names.split(' ').map((name) => [name.slice(0, -1), name.slice(-1)]));

function entity([whole, decimal, hex, name]: RegExpExecArray): string {
  if (name) return name === 'nbsp' ? ' ' : (entities.get(name) ?? whole);
  const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : '';
}
