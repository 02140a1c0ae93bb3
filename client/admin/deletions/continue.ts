/** The first screen takes precedence. */
const DELAY_MS = 5000;

/**
 * Continues the deletions that an earlier visit has begun, which those screens do at once that delete something.
 *
 * @returns cancels it
 */
export function continueDeletions(): () => void {
  const timer = setTimeout(() => void import('./deletions.ts').catch(() => undefined), DELAY_MS);
  return () => clearTimeout(timer);
}
