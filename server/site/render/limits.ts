/** Time limits for rendering a text, in milliseconds. */
export interface TimeLimits {
  /** CPU time, which does not depend on the load of the machine. */
  cpu: number;
  /** Elapsed time, for a machine that is too busy to run the thread. */
  total: number;
}

export const TIME_LIMITS: TimeLimits = { cpu: 2_000, total: 60_000 };

/** The maximum length of the HTML in characters: repeated references can multiply definitions. */
export function maxHtmlLength(markdown: string): number {
  return 1_000_000 + 10 * markdown.length;
}

/**
 * Characters of which each may begin a tag, a link or a reference, and costs the parser some microseconds. No text has so
 * many of them that is not made of little else.
 */
const MAX_MARKS = 300_000;

/** Whether a text has too many marks to be read within its time, which is known before it is read. */
export function isTooDense(markdown: string): boolean {
  let marks = 0;
  for (const mark of '[]<&') {
    for (let at = markdown.indexOf(mark); at >= 0 && marks <= MAX_MARKS; at = markdown.indexOf(mark, at + 1)) marks++;
  }
  return marks > MAX_MARKS;
}
