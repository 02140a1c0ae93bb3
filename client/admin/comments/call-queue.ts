let last: Promise<unknown> = Promise.resolve();

/**
 * Runs a call after all earlier ones: an undo never overtakes its action, and the next page is read after all
 * decisions.
 */
export function enqueue<T>(call: () => Promise<T>): Promise<T> {
  const result = last.then(call);
  last = result.catch(() => undefined);
  return result;
}
