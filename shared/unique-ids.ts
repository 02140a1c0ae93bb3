/** Returns the requested id, with a number if another element of the text has it. */
export type UniqueId = (wanted: string) => string;

/** Numbers repeated ids. The last number of each id is stored, so that thousands of equal ids take linear time. */
export function uniqueIds(): UniqueId {
  const counts = new Map<string, number>();
  return (wanted) => {
    let count = counts.get(wanted);
    let id = wanted;
    if (count !== undefined) {
      do id = `${wanted}-${++count}`;
      while (counts.has(id));
      counts.set(wanted, count);
    }
    counts.set(id, counts.get(id) ?? 0);
    return id;
  };
}
