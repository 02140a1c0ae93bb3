/** The first screen is loaded before. */
const DELAY_MS = 5000;

/**
 * Continues the deletions that an earlier visit has begun. Screens that delete something continue them at once.
 *
 * @returns cancels it
 */
export function continueDeletions(): () => void {
  const timer = setTimeout(() => void import('./deletions.ts').catch(() => undefined), DELAY_MS);
  return () => clearTimeout(timer);
}
