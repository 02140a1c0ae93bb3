/**
 * Finds runs of a sign in a text, such as the backticks around code, in time that does not grow with the number of runs
 * without a partner.
 *
 * @returns where the first run of exactly `length` signs at or after a place begins; -1 if there is none
 */
export function runFinder(text: string, sign: '`' | '$'): (length: number, from: number) => number {
  const starts = new Map<number, number[]>();
  for (let at = text.indexOf(sign); at >= 0;) {
    const length = runLength(text, at);
    const same = starts.get(length);
    if (same) same.push(at);
    else starts.set(length, [at]);
    at = text.indexOf(sign, at + length);
  }
  return (length, from) => firstFrom(starts.get(length) ?? [], from);
}

/** How often the sign at a place follows itself there. */
export function runLength(text: string, at: number): number {
  let end = at + 1;
  while (text[end] === text[at]) end++;
  return end - at;
}

/** @param sorted in ascending order */
function firstFrom(sorted: readonly number[], from: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < from) low = middle + 1;
    else high = middle;
  }
  return sorted[low] ?? -1;
}
