import { foldCase, withoutTrailing } from '../../base/text.ts';
import { SIGN, findSigns } from './signs.ts';

/** Enough for any comment; keeps a text made of thousands of words from filling the table. */
const MAX_WORDS = 1000;
const MAX_LENGTH = 40;
/** Longer words also count by their first letters, which most of their forms share. */
const STEM = 5;
const SHORTEST_STEMMED = 7;

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });
const url = /\b(?:https?:\/\/|www\.)([\p{L}\p{N}.-]+)/giu;
const urlBegins = /(?:https?:\/\/|www\.)\S/;
const eastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const noWord = /^(?:.|\p{Script=Hiragana}+)$/u;
const characters = /[\p{Script=Han}\p{Script=Katakana}ー]{2,}/gu;

/**
 * The features of a comment that the filter learns, each once: its signs as `has:link`, the hosts of its URLs as
 * `host:shop.example`, the words of every script, folded, the beginnings of long ones as `inves…`, and pairs of words.
 * Chinese and Japanese, which have no spaces, count by pairs of characters instead; words of one character or of kana
 * alone are grammar.
 */
export function spamWords(author: string, content: string): string[] {
  const folded = foldCase(`${author}\n${content}`);
  const words = new Set([
    ...findSigns(folded).map((sign) => SIGN + sign),
    ...findHosts(`${author} ${content}`).map((host) => `host:${host}`),
  ]);
  for (const part of partsOf(withoutAddresses(folded))) {
    if (words.size >= MAX_WORDS) break;
    words.add(part);
  }
  return [...words];
}

function* partsOf(text: string): Generator<string> {
  let before = '';
  for (const { segment, isWordLike } of segmenter.segment(text)) {
    if (!isWordLike || segment.length > MAX_LENGTH) continue;
    if (eastAsian.test(segment)) {
      if (!noWord.test(segment)) yield segment;
      continue;
    }
    yield segment;
    if (before !== '') yield `${before} ${segment}`;
    before = segment;
    if (segment.length >= SHORTEST_STEMMED) yield `${segment.slice(0, STEM)}…`;
  }
  for (const [run] of text.matchAll(characters)) {
    for (let at = 0; at + 1 < run.length; at++) yield run.slice(at, at + 2);
  }
}

/**
 * Without URLs and e-mail addresses: signs and hosts stand for them, and their parts are no words. Takes linear time.
 */
function withoutAddresses(folded: string): string {
  return folded.replaceAll(/\S+/g, (run) => {
    if (hasEmail(run)) return ' ';
    const start = run.search(urlBegins);
    return start < 0 ? run : `${run.slice(0, start)} `;
  });
}

/** Whether a text without spaces has an @ behind its first character, and later a dot between others. */
function hasEmail(run: string): boolean {
  const at = run.indexOf('@', 1);
  const dot = at < 0 ? -1 : run.indexOf('.', at + 2);
  return dot > 0 && dot < run.length - 1;
}

/** The hosts of the URLs in a text, one for each URL, without `www.`. */
export function findHosts(text: string): string[] {
  return [...foldCase(text).matchAll(url)].map(([, host]) => withoutTrailing(host!.replace(/^www\./, ''), '.'));
}
