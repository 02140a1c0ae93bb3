import { setImmediate } from 'node:timers/promises';

/** Makes something of each item, one after the other, and each in a turn of the event loop of its own: texts are long. */
export async function inTurns<T, R>(items: readonly T[], make: (item: T) => R | Promise<R>): Promise<R[]> {
  const made: R[] = [];
  for (const item of items) {
    made.push(await make(item));
    await setImmediate();
  }
  return made;
}
