import { setImmediate } from 'node:timers/promises';

import { cleanText } from '../../base/text.ts';
import { BlockText } from './block-text.ts';
import { inlineText, joinParts } from './inline-text.ts';
import { readLines } from './text-lines.ts';

/** The plain text of a whole content on one line, in linear time: first its text, then its footnotes and its code. */
export function markdownToPlainText(markdown: string): string {
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
/** Lines between two chances to yield. */
const STEPS = 20;

function* plainTextParts(markdown: string): Generator<undefined, string> {
  const { text, notes, code, labels } = yield* readLines(markdown);
  const blocks = new BlockText();
  for (const lines of [text, [''], notes]) {
    for (const [at, line] of lines.entries()) {
      blocks.push(line);
      if (at % STEPS === 0) yield;
    }
  }
  const inline = yield* inlineText(yield* joinParts(blocks.lines, '\n'), { labels, omitted: undefined });
  return yield* onOneLine([inline, ...code].join('\n'));
}

/** Stands for what an excerpt leaves out (U+FFFC, the object replacement character). */
const OMITTED = '\ufffc';

/** The words of lines on one line: without formulas and bare URLs, and with the code points of the source. */
export function linesToPlainText(lines: readonly string[]): string {
  const blocks = new BlockText();
  for (const line of lines) blocks.push(line);
  const markdown = finish(joinParts(blocks.lines, '\n'));
  const text = finish(inlineText(markdown, { labels: undefined, omitted: OMITTED }));
  const line = cleanText(text, { lineFeeds: false, composes: false }).replace(/\s+/g, ' ');
  return line.includes(OMITTED) ? withoutOmitted(line) : line;
}

/** Also without the brackets around what is left out, and the space and the punctuation beside it. */
function withoutOmitted(line: string): string {
  const words = line
    .replace(/(?<=\ufffc) ?\ufffc/g, '')
    .replace(/[([（「『“‘«"] ?\ufffc ?[)\]）」』”’»"]/g, OMITTED)
    .replace(/(?<=\ufffc) ?\ufffc/g, '')
    .replace(/^\ufffc[ .,;:。，、；：]*/, '')
    .replace(/[,;:，；：]? ?\ufffc(?= ?[.,;:!?…)\]。，、；：！？）」』])/g, '')
    .replace(/ ?\ufffc ?/g, ' ')
    .replace(/ [([（] ?[)\]）]/g, '')
    .trim();
  return /[\p{L}\p{N}\p{S}]/u.test(words) ? words : '';
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
