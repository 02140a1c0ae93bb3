/** A word of a query, as the index knows words. */
export interface Term {
  text: string;
  /** Whether words that only begin so are meant as well. */
  prefix: boolean;
}

/** A part of a text that is searched by itself: a word, or a run of a script that has no spaces between words. */
export interface Piece {
  /** Folded. */
  text: string;
  spaceless: boolean;
  /** Where it stands in the folded text. */
  at: number;
}

/**
 * The words of a text as the index keeps them, in their order. A run of Chinese, Japanese, Korean or Thai becomes its
 * pairs of characters and, at the end, the last character alone, so that each character begins a word. Index and
 * query both come through here, and no database needs to know any language.
 */
export function tokensOf(text: string): string[] {
  return [...tokenParts(text)].flat();
}

/** The same in parts that take some milliseconds each. */
export function* tokenParts(text: string): Generator<string[]> {
  let tokens: string[] = [];
  for (const [word] of text.matchAll(wordPattern)) {
    if (tokens.length >= PART) {
      yield tokens;
      tokens = [];
    }
    const folded = foldWord(word);
    // By far the most words; lists made for each would take longer than all else.
    if (latin.test(folded)) tokens.push(cutWord(folded));
    else for (const piece of piecesOf(folded)) pushTokens(tokens, piece);
  }
  yield tokens;
}

/** Words of a part. */
const PART = 10_000;

/**
 * The words that a post must have to be found: the last one may go on, and so may a single character of a script
 * without spaces.
 */
export function termsOf(query: string): Term[] {
  const pieces = Array.from(query.matchAll(wordPattern)).flatMap(([word]) => piecesOf(foldWord(word)));
  const terms = pieces.flatMap((piece, at) => {
    const tokens = tokensIn(piece);
    if (!piece.spaceless) return tokens.map((text) => ({ text, prefix: at === pieces.length - 1 }));
    if (tokens.length === 1) return tokens.map((text) => ({ text, prefix: true }));
    return tokens.slice(0, -1).map((text) => ({ text, prefix: false }));
  });
  return [...new Map(terms.map((term) => [`${term.text} ${term.prefix}`, term])).values()];
}

/** A word with all that may stand inside of it; some of these signs are invisible. To be used with `matchAll`. */
export const wordPattern = /[\p{L}\p{N}][\p{L}\p{M}\p{N}\u00ad\u200c-\u200d\u2060]*/gu;

/** Without case, accents, widths and invisible signs. */
export function foldWord(word: string): string {
  if (/^[\0-\x7f]*$/.test(word)) return word.toLowerCase();
  return word
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u00ad\u200c-\u200d\u2060]|\p{Variation_Selector}/gu, '')
    .normalize('NFC')
    .replaceAll('ς', 'σ');
}

const latin = /^[a-z\d]*$/;

/** Parts a folded word where its script changes between one with spaces and one without. */
export function piecesOf(folded: string): Piece[] {
  if (latin.test(folded)) return [{ text: folded, spaceless: false, at: 0 }];
  return Array.from(folded.matchAll(piecePattern), (found) => ({
    text: found[0],
    spaceless: found[1] !== undefined,
    at: found.index,
  }));
}

/** What the index keeps of a long word, in characters: PostgreSQL refuses words beyond 2,046 bytes. */
const LONGEST = 100;

/** A word as long as the index keeps it. */
export function cutWord(word: string): string {
  return word.length <= LONGEST
    ? word
    : Array.from(word.slice(0, 2 * LONGEST))
        .slice(0, LONGEST)
        .join('');
}

// Chinese, Japanese, Korean; Thai, Lao, Khmer, Burmese.
const spacelessScripts = ['Hani', 'Hira', 'Kana', 'Hang', 'Thai', 'Laoo', 'Khmr', 'Mymr'];
const ofThese = `[${spacelessScripts.map((script) => `\\p{scx=${script}}`).join('')}]`;
const piecePattern = new RegExp(
  `([[\\p{L}\\p{M}\\p{N}]&&${ofThese}]+)|[[\\p{L}\\p{N}]--${ofThese}][[\\p{L}\\p{M}\\p{N}]--${ofThese}]*`,
  'gv',
);

function tokensIn(piece: Piece): string[] {
  const tokens: string[] = [];
  pushTokens(tokens, piece);
  return tokens;
}

function pushTokens(tokens: string[], { text, spaceless }: Piece): void {
  if (!spaceless) {
    tokens.push(cutWord(text));
    return;
  }
  let before = '';
  for (const character of text) {
    if (before !== '') tokens.push(before + character);
    before = character;
  }
  tokens.push(before);
}
