/** The delay after a navigation, so that the requests of the screen go first. */
const DELAY_MS = 5_000;

/**
 * Measures images of posts after a delay (see pictures/measuring.ts).
 *
 * @returns cancels it, unless it has started
 */
export function measureSoon(): () => void {
  const timer = setTimeout(() => void measure().catch(() => undefined), DELAY_MS);
  return () => clearTimeout(timer);
}

/** Runs in the background; a failure is retried after a later navigation. */
async function measure(): Promise<void> {
  const { measurePictures } = await import('../media/measuring.ts');
  await measurePictures();
}
