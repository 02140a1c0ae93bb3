/** Latin letters that are not a letter with a mark. */
const LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  þ: 'th',
};

/**
 * A text in lower-case ASCII, in which other characters are hyphens.
 *
 * @returns undefined if it has letters of another script, which each generator writes in its own way
 */
export function asciiSlug(text: string): string | undefined {
  return withoutMarks(text)
    ?.replace(/[^a-z\d]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** Scripts that Eleventy leaves out; it transliterates others. */
const LEFT_OUT = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]/gu;

/** The filter `slugify` of Eleventy. @returns as `asciiSlug` */
export function eleventySlugify(text: string): string | undefined {
  const spelled = text
    .normalize('NFC')
    .replace(/[äöü]/gi, (letter) => `${letter}e`)
    .replaceAll('&', ' and ')
    .replace(/œ/gi, ' ')
    .replace(LEFT_OUT, ' ')
    .replace(/([a-z\d])'([ts])(?=\s|$)/gi, '$1$2');
  return asciiSlug(spelled);
}

const SIGNS: Record<string, string> = {
  $: 'dollar',
  '%': 'percent',
  '&': 'and',
  '<': 'less',
  '>': 'greater',
  '|': 'or',
  '“': '"',
  '”': '"',
  '‘': "'",
  '’': "'",
  đ: 'dj',
  Đ: 'dj',
};

/** The older filter `slug` of Eleventy, which keeps some signs. @returns as `asciiSlug` */
export function eleventySlug(text: string): string | undefined {
  return withoutMarks(text.replace(/[$%&<>|“”‘’đĐ]/g, (sign) => SIGNS[sign]!).replace(LEFT_OUT, ''))
    ?.replace(/[^\w\s*+~.()'"!:@-]/g, '')
    .replaceAll('-', ' ')
    .trim()
    .replace(/\s+/g, '-');
}

function withoutMarks(text: string): string | undefined {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøđðħıłþ]/g, (letter) => LETTERS[letter]!);
  return /(?!\p{ASCII})[\p{L}\p{N}]/u.test(plain) ? undefined : plain;
}
