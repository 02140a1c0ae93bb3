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
