import { normalize } from './normalize.ts';

/**
 * The form in which searches compare texts: the only table of what counts as the same. Case, width, accents and other
 * marks of Latin, Greek, Cyrillic, Hebrew and Arabic do not count, and neither do the forms of a letter below. Marks of
 * the scripts of South and South-East Asia and of kana are letters of their own, and stay; so do those of scripts that
 * are not named here. What is shown is never folded. Takes linear time.
 */
export function fold(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  // Most lines of a long text are ASCII, and nothing folds across their ends.
  return text.includes('\n') ? text.split('\n').map(foldLine).join('\n') : foldLine(text);
}

function foldLine(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  const bare = normalize(text, 'NFKD')
    .toLowerCase()
    .replace(letterPattern, (letter) => letters[letter]!)
    .replace(ignored, '')
    .replace(middleDot, '')
    .replace(digit, digitOf);
  return normalize(bare);
}

/** The folded form of a text that is looked for in others. One of marks alone stays: folded, it would be in every text. */
export function foldSought(text: string): string {
  return fold(text) || text;
}

const ascii = /^[\0-\x7f]*$/;

/** Letters that Unicode does not decompose, in lower case. */
const letters: Readonly<Record<string, string>> = {
  // Latin: strokes, ligatures, and letters of one language that others write with these.
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  ŧ: 't',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  þ: 'th',
  // Greek and Hebrew: the forms at the end of a word.
  ς: 'σ',
  ך: 'כ',
  ם: 'מ',
  ן: 'נ',
  ף: 'פ',
  ץ: 'צ',
  // Arabic: alef wasla, alef maksura, ta marbuta, and the letters of Persian and Urdu that look the same. The forms with
  // hamza and madda decompose.
  ٱ: 'ا',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  ة: 'ه',
  ە: 'ه',
  ہ: 'ه',
  ۃ: 'ه',
  ھ: 'ه',
  // Tatweel only makes a word longer.
  ـ: '',
};
const letterPattern = new RegExp(`[${Object.keys(letters).join('')}]`, 'gu');

/** Marks without a meaning of their own, with the nukta of Devanagari, and characters that show nothing. */
const ignored = new RegExp(
  `[[\\p{M}&&[${['Zinh', 'Zyyy', 'Latn', 'Grek', 'Cyrl', 'Copt', 'Hebr', 'Arab', 'Syrc']
    .map((script) => `\\p{sc=${script}}`)
    .join('')}\u093c]]--[\u3099\u309a]]|\\p{Default_Ignorable_Code_Point}`,
  'gv',
);

/** The middle dot of Catalan, which has a letter of its own: ŀ. */
const middleDot = /(?<=l)\u00b7(?=l)/gu;

const digit = /(?![0-9])\p{Nd}/gu;
const decimal = /\p{Nd}/u;
const digits = new Map<string, string>();

/** The digits of a script follow each other, from zero on. */
function digitOf(character: string): string {
  const known = digits.get(character);
  if (known !== undefined) return known;
  const code = character.codePointAt(0)!;
  let value = 0;
  while (decimal.test(String.fromCodePoint(code - value - 1))) value++;
  const folded = String(value % 10);
  digits.set(character, folded);
  return folded;
}
