/** Records of an archive, in batches. */
export type Batch = AsyncGenerator<object[], void>;

/** A record with the key by which its table is read. */
interface Keyed {
  key: number | string;
  record: object;
}

/**
 * Reads a table in the order of a key, a batch at a time.
 *
 * @param size rows of a batch
 * @param read the rows after a key; 0 for the first
 */
export async function* batches(size: number, read: (after: never, limit: number) => Promise<Keyed[]>): Batch {
  for (let after: number | string = 0; ;) {
    const rows: Keyed[] = await read(after as never, size);
    if (rows.length > 0) yield rows.map(({ record }) => record);
    if (rows.length < size) return;
    after = rows.at(-1)!.key;
  }
}
