/** Average reading speed. */
const WORDS_PER_MINUTE = 220;

const east = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]`;
const word = new RegExp(String.raw`${east}|(?!${east})[\p{L}\p{N}](?:(?!${east})[\p{L}\p{M}\p{N}'’_])*`, 'gu');

/** The number of words in a text; a Chinese or Japanese character counts as one. */
export function countWords(text: string): number {
  return text.match(word)?.length ?? 0;
}

/** The minutes that reading takes; at least one. */
export function readingMinutes(words: number): number {
  return Math.max(1, Math.round(words / WORDS_PER_MINUTE));
}
