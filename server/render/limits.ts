/** How much a text may take to render, in milliseconds. */
export interface TimeLimits {
  /** Of CPU time: a busy machine makes no text too complex. */
  cpu: number;
  /** Of time that passes, for a machine that gives the thread next to nothing. */
  total: number;
}

export const TIME_LIMITS: TimeLimits = { cpu: 2_000, total: 60_000 };

/** How long its HTML may be, in characters: definitions that are used again and again multiply. */
export function longestHtml(markdown: string): number {
  return 1_000_000 + 10 * markdown.length;
}
