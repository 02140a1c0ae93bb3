import { setTimeout } from 'node:timers/promises';

/** Waits until it holds, for 10 s at most. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + 10_000;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error('It did not happen within 10 s.');
    await setTimeout(20);
  }
}
