import { isWordEnd } from '../posts/excerpt.ts';
import { plainTextOf } from '../posts/plain-text.ts';
import { escapeHtml } from '../text.ts';
import { truncateWord, foldWord, piecesOf, wordPattern, type Piece, type Term } from './tokens.ts';

/** The approximate length of a snippet in characters. */
const SNIPPET_LENGTH = 160;
/** The maximum number of matches considered for the best snippet. */
const MAX_MATCHES = 2_000;

/**
 * The section of a post's plain text with the most different terms, as HTML with matches in `<mark>`. Without a
 * match in the text: the excerpt.
 */
export function snippetOf(post: { content: string; excerpt: string }, terms: readonly Term[]): string {
  const text = plainTextOf(post.content);
  const best = bestOf(text, terms);
  if (!best) return highlight(post.excerpt, terms);
  const [from, to] = expand(text, best);
  const before = from > 0 ? '…' : '';
  const after = to < text.length ? '…' : '';
  return before + highlight(text.slice(from, to).trim(), terms) + after;
}

/** A match of a term in a text. */
interface Match {
  from: number;
  to: number;
  term: Term;
}

/** The first range, at most as long as a snippet, that has the most different terms. */
function bestOf(text: string, terms: readonly Term[]): { from: number; to: number } | undefined {
  let best: { from: number; to: number } | undefined;
  let bestCount = 0;
  let window: Match[] = [];
  let considered = 0;
  for (const match of matchesIn(text, terms)) {
    if (++considered > MAX_MATCHES) break;
    if (match.to - match.from > SNIPPET_LENGTH) continue;
    window = [...window.filter(({ from }) => match.to - from <= SNIPPET_LENGTH), match];
    const different = new Set(window.map(({ term }) => term)).size;
    if (different <= bestCount) continue;
    bestCount = different;
    best = { from: window[0]!.from, to: match.to };
    if (bestCount === terms.length) return best;
  }
  return best;
}

/** Expands a range to a snippet that begins and ends at word boundaries. */
function expand(text: string, { from, to }: { from: number; to: number }): [from: number, to: number] {
  const room = SNIPPET_LENGTH - (to - from);
  let start = Math.max(0, Math.min(from - Math.floor(room / 3), text.length - SNIPPET_LENGTH));
  let end = Math.min(text.length, Math.max(start + SNIPPET_LENGTH, to));
  while (start < from && !isBoundary(text, start)) start++;
  while (end > to && !isBoundary(text, end)) end--;
  return [start, end];
}

function isBoundary(text: string, at: number): boolean {
  if (at === 0 || at === text.length) return true;
  const isInPair = (text.codePointAt(at - 1) ?? 0) > 0xffff;
  return !isInPair && isWordEnd(text.charAt(at - 1), String.fromCodePoint(text.codePointAt(at) ?? 0));
}

function highlight(text: string, terms: readonly Term[]): string {
  let html = '';
  let done = 0;
  for (const { from, to } of merged(matchesIn(text, terms))) {
    html += `${escapeHtml(text.slice(done, from))}<mark>${escapeHtml(text.slice(from, to))}</mark>`;
    done = to;
  }
  return html + escapeHtml(text.slice(done));
}

/** Merges overlapping and adjacent matches: the pairs of 東京都 are 東京 and 京都. */
function* merged(matches: Iterable<Match>): Generator<{ from: number; to: number }> {
  let open: { from: number; to: number } | undefined;
  for (const { from, to } of matches) {
    if (open && from <= open.to) open = { from: open.from, to: Math.max(open.to, to) };
    else {
      if (open) yield open;
      open = { from, to };
    }
  }
  if (open) yield open;
}

/** All matches of all terms in text order. */
function* matchesIn(text: string, terms: readonly Term[]): Generator<Match> {
  for (const { 0: word, index } of text.matchAll(wordPattern)) {
    const { folded, originalOffset } = foldWithOffsets(word);
    for (const piece of piecesOf(folded)) {
      for (const { at, length, term } of hitsIn(piece, terms)) {
        yield { from: index + originalOffset(at), to: index + originalOffset(at + length), term };
      }
    }
  }
}

function hitsIn({ text, spaceless, at }: Piece, terms: readonly Term[]) {
  if (spaceless) {
    return terms
      .flatMap((term) =>
        indexesOf(text, term.text).map((index) => ({ at: at + index, length: term.text.length, term })),
      )
      .sort((a, b) => a.at - b.at);
  }
  const word = truncateWord(text);
  return terms
    .filter((term) => (term.prefix ? word.startsWith(term.text) : word === term.text))
    .map((term) => ({ at, length: word.length, term }));
}

function indexesOf(text: string, part: string): number[] {
  const indexes: number[] = [];
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) indexes.push(at);
  return indexes;
}

/** A character with its combining marks; also a half-width kana with its sound mark. */
const character = /[^][\p{M}\u00ad\u200c-\u200d\u2060ﾞﾟ]*/gu;

/** Folds a word, and maps offsets in the folded word to offsets in the original. */
function foldWithOffsets(word: string): { folded: string; originalOffset: (at: number) => number } {
  if (/^[\0-\x7f]*$/.test(word)) return { folded: word.toLowerCase(), originalOffset: (at) => at };
  const starts: number[] = [];
  let folded = '';
  for (const { 0: one, index } of word.matchAll(character)) {
    const part = foldWord(one);
    for (let unit = 0; unit < part.length; unit++) starts.push(index);
    folded += part;
  }
  return { folded, originalOffset: (at) => starts[at] ?? word.length };
}
