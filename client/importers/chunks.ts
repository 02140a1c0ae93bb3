/**
 * Splits a stream into chunks limited by items and bytes. A larger item gets a chunk of its own.
 *
 * @param sizeOf the bytes of one item
 */
export async function* splitIntoChunks<T>(
  items: AsyncIterable<T>,
  most: { items: number; bytes: number },
  size: (item: T) => number,
): AsyncGenerator<T[], void> {
  let chunk: T[] = [];
  let bytes = 0;
  for await (const item of items) {
    const own = size(item);
    if (chunk.length > 0 && (chunk.length >= most.items || bytes + own > most.bytes)) {
      yield chunk;
      chunk = [];
      bytes = 0;
    }
    chunk.push(item);
    bytes += own;
  }
  if (chunk.length > 0) yield chunk;
}

/** The bytes of a value as JSON. */
export function jsonSize(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).length;
}
