/**
 * Things that follow each other, such as comments and replies, in their order, but each after the one that it follows.
 * In a circle, the first one comes first.
 *
 * @param parentOf the one that another one follows
 */
export function* parentsFirst<T>(things: readonly T[], parentOf: (thing: T) => T | undefined): Generator<T, void> {
  const done = new Set<T>();
  for (const thing of things) {
    const waiting: T[] = [];
    for (let one: T | undefined = thing; one !== undefined && !done.has(one); one = parentOf(one)) {
      done.add(one);
      waiting.push(one);
    }
    yield* waiting.reverse();
  }
}
