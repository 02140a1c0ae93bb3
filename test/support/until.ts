import { setTimeout } from 'node:timers/promises';

import { stopwatch } from './stopwatch.ts';

/** Waits for a condition, for at most 10 s. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const elapsed = stopwatch();
  while (!(await holds())) {
    if (elapsed() > 10_000) throw new Error('It did not happen within 10 s.');
    await setTimeout(20);
  }
}
