import { maySpend } from './spend.ts';

/** Milliseconds after which the app counts as idle: its first screen, and what is done at once, go first. */
const PAUSE = 5000;

/**
 * Loads files that will be needed, one after the other, while nothing else is to be done; so going to another screen
 * takes no time, and is possible while the service is away. Not where people have to save data.
 *
 * @returns stops it
 */
export function loadAhead(loads: readonly (() => Promise<void>)[]): () => void {
  const timer = setTimeout(() => void next(), PAUSE);
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

/** Not every browser tells when it is idle. */
function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve());
    else setTimeout(resolve);
  });
}
