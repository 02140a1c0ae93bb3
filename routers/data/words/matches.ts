import { fold } from '../../../shared/fold.ts';
import type { Term } from './terms.ts';
import { splitWord, tokensOfPiece, wordPattern } from './tokens.ts';

/** A match of a term in a text. */
export interface Match {
  from: number;
  to: number;
  term: Term;
}

/** A word of the index with its place in the text. */
interface Placed {
  word: string;
  from: number;
  /** The end of its first characters, in a script without spaces; otherwise that of the word. */
  endOf(length: number): number;
}

/** All matches of all terms, in the order in which they end. */
export function* findMatches(text: string, terms: readonly Term[]): Generator<Match> {
  const most = Math.max(0, ...terms.map(({ tokens }) => tokens.length));
  const recent: Placed[] = [];
  for (const placed of placedIn(text)) {
    recent.push(placed);
    if (recent.length > most) recent.shift();
    for (const term of terms) {
      const { tokens } = term;
      const first = recent.at(-tokens.length);
      if (first === undefined || !endsWith(recent, term)) continue;
      yield { from: first.from, to: placed.endOf(tokens.at(-1)!.length), term };
    }
  }
}

function endsWith(recent: readonly Placed[], { tokens, prefix }: Term): boolean {
  const last = tokens.at(-1)!;
  const { word } = recent.at(-1)!;
  if (prefix === undefined ? word !== last : !word.startsWith(last)) return false;
  return tokens.slice(0, -1).every((word, at) => recent.at(at - tokens.length)!.word === word);
}

function* placedIn(text: string): Generator<Placed> {
  for (const { 0: word, index } of text.matchAll(wordPattern)) {
    const { folded, originalOffset } = foldWithOffsets(word);
    for (const piece of splitWord(word, () => folded)) {
      const end = piece.kind === 'emoji' ? index + word.length : index + originalOffset(piece.at + piece.text.length);
      let { at } = piece;
      for (const own of tokensOfPiece(piece)) {
        const start = at;
        const endOf = (length: number) => (piece.kind === 'spaceless' ? index + originalOffset(start + length) : end);
        yield { word: own, from: index + originalOffset(start), endOf };
        at += String.fromCodePoint(own.codePointAt(0)!).length;
      }
    }
  }
}

/** A character with its combining marks; also a half-width kana with its sound mark, and a Catalan l with its dot. */
const character = /[^][\p{M}\u00ad\u00b7\u200c-\u200d\u2060\uff9e\uff9f]*/gu;

/** Folds a word, and maps offsets in the folded word to offsets in the original. */
function foldWithOffsets(word: string): { folded: string; originalOffset: (at: number) => number } {
  if (/^[\0-\x7f]*$/.test(word)) return { folded: word.toLowerCase(), originalOffset: (at) => at };
  const starts: number[] = [];
  let folded = '';
  for (const { 0: one, index } of word.matchAll(character)) {
    const part = fold(one).replaceAll('\u00b7', '');
    for (let unit = 0; unit < part.length; unit++) starts.push(index);
    folded += part;
  }
  return { folded, originalOffset: (at) => starts[at] ?? word.length };
}
