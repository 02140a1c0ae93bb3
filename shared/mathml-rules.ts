/** The options of Temml. */
export const temmlOptions = { throwOnError: true, trust: false, maxExpand: 200 } as const;

/** The allowed output of Temml: no styles, which the Content Security Policy forbids, no ids, no links. */
export const mathmlTags = words(
  'math menclose merror mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms mspace msqrt mstyle',
  'msub msubsup msup mtable mtd mtext mtr munder munderover none span',
);

export const mathmlAttributes = words(
  'accent accentunder columnalign columnlines columnspacing columnspan depth display displaystyle fence form height',
  'largeop linethickness lspace mathbackground mathcolor mathsize mathvariant maxsize minsize movablelimits notation',
  'rowlines rowspacing rowspan rspace scriptlevel separator stretchy symmetric voffset width',
);

export const mathmlClass = /^tml-[\w-]+$/;

/** Elements that are removed with their content. */
export const droppedFromMathml = words('script style annotation');

/** The message for a formula that cannot be shown for an unknown reason. */
export const UNKNOWN_FORMULA = 'This formula cannot be shown.';

/** The error message of a formula. Temml shows the position below its message, with a line under each character. */
export function formulaProblem(error: unknown): string {
  const [message = ''] =
    error instanceof Error ? error.message.split(/(?: at position \d+| at end of input)?: ?\n|\u0332/) : [];
  return message.trim() || UNKNOWN_FORMULA;
}

function words(...lines: string[]): string[] {
  return lines.join(' ').split(' ');
}
