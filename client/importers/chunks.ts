/**
 * Splits a list into chunks limited by items and bytes. A larger item gets a chunk of its own.
 *
 * @param sizeOf the bytes of one item
 */
export function chunksOf<T>(items: T[], most: { items: number; bytes: number }, size: (item: T) => number): T[][] {
  const chunks: T[][] = [];
  let bytes = 0;
  for (const item of items) {
    const own = size(item);
    const last = chunks.at(-1);
    if (!last || last.length >= most.items || bytes + own > most.bytes) {
      chunks.push([item]);
      bytes = own;
    } else {
      last.push(item);
      bytes += own;
    }
  }
  return chunks;
}

/** The bytes of a value as JSON. */
export function sizeOf(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).length;
}
