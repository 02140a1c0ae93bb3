import { fold } from '../../../shared/fold.ts';
import { emoji, emojiToken } from './emoji.ts';

/** A word, a run of a script without spaces, or an emoji. */
export interface Piece {
  /** Folded. */
  text: string;
  kind: 'word' | 'spaceless' | 'emoji';
  /** Its offset in the folded text. */
  at: number;
}

/**
 * The words of a text as the index stores them, in text order. A run of Chinese, Japanese, Korean or Thai becomes
 * overlapping pairs of characters and the last character alone, so that each character begins a word. An emoji is a word.
 * Index and queries use the same tokens, independent of any language support of the database.
 */
export function tokenize(text: string): string[] {
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
const wordEnd =
  /[^\p{L}\p{M}\p{N}\p{Extended_Pictographic}\p{RI}\p{EMod}\u00ad\u00b7\u200c-\u200d\u2060\u{e0020}-\u{e007f}]/gu;

function tokensIn(text: string): string[] {
  // The fast path for most texts.
  if (ascii.test(text)) return (text.toLowerCase().match(asciiWord) ?? []).map(truncateWord);
  const tokens: string[] = [];
  for (const [word] of text.matchAll(wordPattern)) {
    for (const piece of splitWord(word)) for (const token of tokensOfPiece(piece)) tokens.push(token);
  }
  return tokens;
}

const ascii = /^[\0-\x7f]*$/;
const asciiWord = /[a-z\d]+/g;

/** An emoji, or a word, including invisible characters and Catalan middle dots inside. For `matchAll`. */
export const wordPattern = new RegExp(
  `${emoji}|[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}\\u00ad\\u200c-\\u200d\\u2060]|(?<=l)\\u00b7(?=l)|(?<=L)\\u00b7(?=L))*`,
  'gv',
);

/**
 * Splits a word between scripts with and without spaces.
 *
 * @param word a match of `wordPattern`
 * @param foldWord how it is folded
 */
export function splitWord(word: string, foldWord = fold): Piece[] {
  const token = emojiToken(word);
  if (token !== undefined) return [{ text: token, kind: 'emoji', at: 0 }];
  const folded = foldWord(word);
  if (latin.test(folded)) return [{ text: folded, kind: 'word', at: 0 }];
  return Array.from(folded.matchAll(piecePattern), (found) => ({
    text: found[0],
    kind: found[1] === undefined ? 'word' : 'spaceless',
    at: found.index,
  }));
}

const latin = /^[a-z\d]+$/;

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

/** The tokens of a piece in the index. */
export function tokensOfPiece({ text, kind }: Piece): string[] {
  if (kind !== 'spaceless') return [truncateWord(text)];
  const tokens: string[] = [];
  let before = '';
  for (const character of text) {
    if (before !== '') tokens.push(before + character);
    before = character;
  }
  tokens.push(before);
  return tokens;
}
