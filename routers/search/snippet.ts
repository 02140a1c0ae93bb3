import { isWordEnd, plainTextOf } from '../posts/excerpt.ts';
import { escapeHtml } from '../text.ts';
import { cutWord, foldWord, piecesOf, wordPattern, type Piece, type Term } from './tokens.ts';

/** About how many characters a snippet has. */
const WIDTH = 160;
/** So many places of words are looked at to find the best. */
const LOOKED_AT = 2_000;

/**
 * The piece of a post's plain text in which most of the words stand, with them in `<mark>` and all else escaped;
 * the excerpt when none stands in the text.
 */
export function snippetOf(post: { content: string; excerpt: string }, terms: readonly Term[]): string {
  const text = plainTextOf(post.content);
  const best = bestOf(text, terms);
  if (!best) return marked(post.excerpt, terms);
  const [from, to] = around(text, best);
  const before = from > 0 ? '…' : '';
  const after = to < text.length ? '…' : '';
  return before + marked(text.slice(from, to).trim(), terms) + after;
}

/** Where in a text a term stands. */
interface Spot {
  from: number;
  to: number;
  term: Term;
}

/** The first of the stretches, at most as wide as a snippet, that hold the most different terms. */
function bestOf(text: string, terms: readonly Term[]): { from: number; to: number } | undefined {
  let best: { from: number; to: number } | undefined;
  let most = 0;
  let near: Spot[] = [];
  let looked = 0;
  for (const spot of spotsIn(text, terms)) {
    if (++looked > LOOKED_AT) break;
    if (spot.to - spot.from > WIDTH) continue;
    near = [...near.filter(({ from }) => spot.to - from <= WIDTH), spot];
    const different = new Set(near.map(({ term }) => term)).size;
    if (different <= most) continue;
    most = different;
    best = { from: near[0]!.from, to: spot.to };
    if (most === terms.length) return best;
  }
  return best;
}

/** Widens a stretch to a snippet that begins and ends where words do. */
function around(text: string, { from, to }: { from: number; to: number }): [from: number, to: number] {
  const room = WIDTH - (to - from);
  let start = Math.max(0, Math.min(from - Math.floor(room / 3), text.length - WIDTH));
  let end = Math.min(text.length, Math.max(start + WIDTH, to));
  while (start < from && !mayCut(text, start)) start++;
  while (end > to && !mayCut(text, end)) end--;
  return [start, end];
}

function mayCut(text: string, at: number): boolean {
  if (at === 0 || at === text.length) return true;
  const isInPair = (text.codePointAt(at - 1) ?? 0) > 0xffff;
  return !isInPair && isWordEnd(text.charAt(at - 1), String.fromCodePoint(text.codePointAt(at) ?? 0));
}

function marked(text: string, terms: readonly Term[]): string {
  let html = '';
  let done = 0;
  for (const { from, to } of joined(spotsIn(text, terms))) {
    html += `${escapeHtml(text.slice(done, from))}<mark>${escapeHtml(text.slice(from, to))}</mark>`;
    done = to;
  }
  return html + escapeHtml(text.slice(done));
}

/** Spots that touch become one: the pairs of 東京都 are 東京 and 京都. */
function* joined(spots: Iterable<Spot>): Generator<{ from: number; to: number }> {
  let open: { from: number; to: number } | undefined;
  for (const { from, to } of spots) {
    if (open && from <= open.to) open = { from: open.from, to: Math.max(open.to, to) };
    else {
      if (open) yield open;
      open = { from, to };
    }
  }
  if (open) yield open;
}

/** Every place of every term, in the order of the text. */
function* spotsIn(text: string, terms: readonly Term[]): Generator<Spot> {
  for (const { 0: word, index } of text.matchAll(wordPattern)) {
    const { folded, places } = foldWithPlaces(word);
    for (const piece of piecesOf(folded)) {
      for (const { at, length, term } of hitsIn(piece, terms)) {
        yield { from: index + places(at), to: index + places(at + length), term };
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
  const word = cutWord(text);
  return terms
    .filter((term) => (term.prefix ? word.startsWith(term.text) : word === term.text))
    .map((term) => ({ at, length: word.length, term }));
}

function indexesOf(text: string, part: string): number[] {
  const indexes: number[] = [];
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) indexes.push(at);
  return indexes;
}

/** A character with all that stands on it; a half-width kana with its mark is one as well. */
const character = /[^][\p{M}\u00ad\u200c-\u200d\u2060ﾞﾟ]*/gu;

/** Folds a word and knows where in it each part of the folded word comes from. */
function foldWithPlaces(word: string): { folded: string; places: (at: number) => number } {
  if (/^[\0-\x7f]*$/.test(word)) return { folded: word.toLowerCase(), places: (at) => at };
  const starts: number[] = [];
  let folded = '';
  for (const { 0: one, index } of word.matchAll(character)) {
    const part = foldWord(one);
    for (let unit = 0; unit < part.length; unit++) starts.push(index);
    folded += part;
  }
  return { folded, places: (at) => starts[at] ?? word.length };
}
