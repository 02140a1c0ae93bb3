let turn: Promise<unknown> = Promise.resolve();

/**
 * Makes a call after those before it: what undoes something never arrives before it, and what is read on of the queue is
 * read after all that was decided.
 */
export function inTurn<T>(call: () => Promise<T>): Promise<T> {
  const made = turn.then(call);
  turn = made.catch(() => undefined);
  return made;
}
