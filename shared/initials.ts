/** The number of colours; the styles have each by `data-tone`. */
const TONES = 8;

/** The letters that stand for a person: the first of the first and of the last word of the name. */
export function initialsOf(name: string): string {
  const words = name.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== '');
  return [words[0], ...words.slice(1).slice(-1)]
    .map((word = '') => word.match(/^.\p{M}*/u)?.[0] ?? '')
    .join('')
    .toUpperCase();
}

/** The colour of a name, from 0 to 7; the same wherever the name is shown. */
export function toneOf(name: string): number {
  let sum = 0;
  for (const character of name.toLowerCase()) sum = (sum * 31 + character.codePointAt(0)!) % 9973;
  return sum % TONES;
}
