import { setTimeout } from 'node:timers/promises';

import { stopwatch } from './stopwatch.ts';

/** Milliseconds between the first two looks, and between late ones: a look at a page takes processor time. */
const FIRST = 10;
const LONGEST = 150;

/** Waits for a condition, for at most 30 s: on a busy machine a second is soon gone. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const elapsed = stopwatch();
  const began = performance.now();
  for (let pause = FIRST; !(await holds()); pause = Math.min(pause * 1.4, LONGEST)) {
    // To read the stopwatch takes longer than most conditions.
    if (performance.now() - began > 30_000 && elapsed() > 30_000) throw new Error('It did not happen within 30 s.');
    await setTimeout(pause);
  }
}
