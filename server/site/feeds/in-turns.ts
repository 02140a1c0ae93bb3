import { setImmediate } from 'node:timers/promises';

/** Maps items one by one, yielding to the event loop before each, because texts are long. */
export async function inTurns<T, R>(items: readonly T[], make: (item: T) => R | Promise<R>): Promise<R[]> {
  const made: R[] = [];
  for (const item of items) {
    made.push(await make(item));
    await setImmediate();
  }
  return made;
}
