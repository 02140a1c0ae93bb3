import { normalize } from '../../shared/normalize.ts';

/** A word of a query in the form of the index. */
export interface Term {
  text: string;
  /** Whether longer words that begin with it match too. */
  prefix: boolean;
}

/** A word, or a run of a script without spaces between words. */
export interface Piece {
  /** Folded. */
  text: string;
  spaceless: boolean;
  /** Its offset in the folded text. */
  at: number;
}

/**
 * The words of a text as the index stores them, in text order. A run of Chinese, Japanese, Korean or Thai becomes
 * overlapping pairs of characters and the last character alone, so that each character begins a word. Index and queries
 * use the same tokens, independent of any language support of the database.
 */
export function tokensOf(text: string): string[] {
  return [...tokenBatches(text)].flat();
}

/** The same in batches that take some milliseconds each. */
export function* tokenBatches(text: string): Generator<string[]> {
  for (let start = 0; start < text.length;) {
    wordEnd.lastIndex = start + BATCH_SIZE;
    const end = wordEnd.exec(text)?.index ?? text.length;
    yield tokensIn(text.slice(start, end));
    start = end;
  }
}

/** Characters in a batch. */
const BATCH_SIZE = 5000;
const wordEnd = /[^\p{L}\p{M}\p{N}\u00ad\u200c-\u200d\u2060]/gu;

function tokensIn(text: string): string[] {
  // The fast path for most texts.
  if (ascii.test(text)) return (text.toLowerCase().match(asciiWord) ?? []).map(truncateWord);
  const tokens: string[] = [];
  for (const word of text.match(wordPattern) ?? []) {
    const folded = foldWord(word);
    if (latin.test(folded)) tokens.push(truncateWord(folded));
    else for (const piece of piecesOf(folded)) pushTokens(tokens, piece);
  }
  return tokens;
}

const ascii = /^[\0-\x7f]*$/;
const asciiWord = /[a-z\d]+/g;

/**
 * The terms that a post must have to match. The last word is a prefix, and so is a single character of a script without
 * spaces.
 */
export function termsOf(query: string): Term[] {
  const pieces = Array.from(query.matchAll(wordPattern)).flatMap(([word]) => piecesOf(foldWord(word)));
  const terms = pieces.flatMap((piece, at) => {
    const tokens = tokensOfPiece(piece);
    if (!piece.spaceless) return tokens.map((text) => ({ text, prefix: at === pieces.length - 1 }));
    if (tokens.length === 1) return tokens.map((text) => ({ text, prefix: true }));
    return tokens.slice(0, -1).map((text) => ({ text, prefix: false }));
  });
  return [...new Map(terms.map((term) => [`${term.text} ${term.prefix}`, term])).values()];
}

/** A word, including invisible characters inside. For `matchAll`. */
export const wordPattern = /[\p{L}\p{N}][\p{L}\p{M}\p{N}\u00ad\u200c-\u200d\u2060]*/gu;

/** Removes case, accents, width variants and invisible characters. */
export function foldWord(word: string): string {
  if (ascii.test(word)) return word.toLowerCase();
  const bare = normalize(normalize(word, 'NFKC').toLowerCase(), 'NFKD').replace(
    /[\u0300-\u036f\u00ad\u200c-\u200d\u2060]|\p{Variation_Selector}/gu,
    '',
  );
  return normalize(bare).replaceAll('ς', 'σ');
}

const latin = /^[a-z\d]*$/;

/** Splits a folded word between scripts with and without spaces. */
export function piecesOf(folded: string): Piece[] {
  if (latin.test(folded)) return [{ text: folded, spaceless: false, at: 0 }];
  return Array.from(folded.matchAll(piecePattern), (found) => ({
    text: found[0],
    spaceless: found[1] !== undefined,
    at: found.index,
  }));
}

/** The maximum length of an indexed word in characters: PostgreSQL rejects words beyond 2,046 bytes. */
const MAX_WORD_LENGTH = 100;

/** A word truncated to the length that the index stores. */
export function truncateWord(word: string): string {
  return word.length <= MAX_WORD_LENGTH
    ? word
    : Array.from(word.slice(0, 2 * MAX_WORD_LENGTH))
        .slice(0, MAX_WORD_LENGTH)
        .join('');
}

// Chinese, Japanese, Korean; Thai, Lao, Khmer, Burmese.
const spacelessScripts = ['Hani', 'Hira', 'Kana', 'Hang', 'Thai', 'Laoo', 'Khmr', 'Mymr'];
const spaceless = `[${spacelessScripts.map((script) => `\\p{scx=${script}}`).join('')}]`;
const piecePattern = new RegExp(
  `([[\\p{L}\\p{M}\\p{N}]&&${spaceless}]+)|[[\\p{L}\\p{N}]--${spaceless}][[\\p{L}\\p{M}\\p{N}]--${spaceless}]*`,
  'gv',
);

function tokensOfPiece(piece: Piece): string[] {
  const tokens: string[] = [];
  pushTokens(tokens, piece);
  return tokens;
}

function pushTokens(tokens: string[], { text, spaceless }: Piece): void {
  if (!spaceless) {
    tokens.push(truncateWord(text));
    return;
  }
  let before = '';
  for (const character of text) {
    if (before !== '') tokens.push(before + character);
    before = character;
  }
  tokens.push(before);
}
