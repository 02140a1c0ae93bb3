/** Gives an id that no other element of the text has. */
export type ClaimId = (wanted: string) => string;

/** Numbers what was there before, and remembers how far it came: thousands of equal ids take no longer than others. */
export function claimer(): ClaimId {
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
