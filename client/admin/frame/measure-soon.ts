/** Milliseconds after a step in the app: what people wait for goes first. */
const PAUSE = 5_000;

/**
 * Measures pictures of posts in a while (see pictures/measuring.ts).
 *
 * @returns calls it off, as long as it has not begun
 */
export function measureSoon(): () => void {
  const timer = setTimeout(() => void measure().catch(() => undefined), PAUSE);
  return () => clearTimeout(timer);
}

/** Nobody waits for it: what fails is tried again after a later step. */
async function measure(): Promise<void> {
  const { measurePictures } = await import('../pictures/measuring.ts');
  await measurePictures();
}
