/** The direction of a text, as the attribute `dir` names it. */
export type Direction = 'ltr' | 'rtl';

/** The number of letters in a text. */
export interface Letters {
  all: number;
  rightToLeft: number;
}

const RIGHT_TO_LEFT = /(?=\p{L})[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/gu;
const LETTER = /\p{L}/gu;

/** The least share of right-to-left letters in a right-to-left text. Below one half, because such texts often contain Latin names. */
const RIGHT_TO_LEFT_SHARE = 0.4;

/**
 * In HTML: code and formulas, other tags, whose values may hold "<" and ">", and entities. A part without its end goes
 * to the end of the text, so that no text takes longer than it is long.
 */
const NO_PROSE = /<(pre|code|math)\b.*?(?:<\/\1>|$)|<[^>"]*(?:"[^"]*"?[^>"]*)*>?|&#?\w+;/gs;

/** Whether any letter is written from right to left. */
export function hasRightToLeft(text: string): boolean {
  return text.search(RIGHT_TO_LEFT) >= 0;
}

/** Counts the letters of a text. */
export function lettersOf(text: string): Letters {
  return { all: count(text, LETTER), rightToLeft: count(text, RIGHT_TO_LEFT) };
}

/** The direction of most of a text; undefined without letters. */
export function mainDirection({ all, rightToLeft }: Letters): Direction | undefined {
  if (all === 0) return undefined;
  return rightToLeft / all >= RIGHT_TO_LEFT_SHARE ? 'rtl' : 'ltr';
}

/** The direction of the whole text; undefined without letters, and if it has letters of both directions. */
export function wholeDirection({ all, rightToLeft }: Letters): Direction | undefined {
  if (all === 0) return undefined;
  if (rightToLeft === 0) return 'ltr';
  return rightToLeft === all ? 'rtl' : undefined;
}

/**
 * The direction of rendered HTML, for the attribute `dir` of the element around it.
 *
 * @param html the output of the renderer
 */
export function directionOfHtml(html: string): Direction | 'auto' {
  return directionOfText(html.replace(NO_PROSE, ''));
}

/** The direction of a text, for the attribute `dir` of the element around it. */
export function directionOfText(text: string): Direction | 'auto' {
  return mainDirection(lettersOf(text)) ?? 'auto';
}

/** Without an array of all matches, because texts are long. */
function count(text: string, pattern: RegExp): number {
  let sum = 0;
  for (pattern.lastIndex = 0; pattern.test(text);) sum++;
  return sum;
}
