import { maySpend } from '../media/spend.ts';

/** How long the app must have been open: the first screen and the first actions take precedence. */
const DELAY_MS = 5000;

/**
 * Loads files that will be needed, one after the other while the browser is idle, so that changing screens takes no
 * time and works while the service is unreachable. Disabled in data-saver mode.
 *
 * @returns stops loading
 */
export function loadAhead(loads: readonly (() => Promise<void>)[]): () => void {
  const timer = setTimeout(() => void next(), DELAY_MS);
  const waiting = [...loads];

  async function next(): Promise<void> {
    const load = waiting.shift();
    if (!load || !maySpend()) return;
    await idle();
    await load();
    await next();
  }

  return () => {
    clearTimeout(timer);
    waiting.length = 0;
  };
}

/** Resolves when the browser is idle. Not every browser has requestIdleCallback. */
function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve());
    else setTimeout(resolve);
  });
}
