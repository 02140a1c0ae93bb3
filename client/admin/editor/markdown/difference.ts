/** A change of CodeMirror. */
interface Change {
  from: number;
  to: number;
  insert: string;
}

/** The single range in which two texts differ, which preserves cursor and history elsewhere. */
export function difference(before: string, after: string): Change {
  const shorter = Math.min(before.length, after.length);
  let from = 0;
  while (from < shorter && before[from] === after[from]) from += 1;
  let same = 0;
  while (same < shorter - from && before.at(-1 - same) === after.at(-1 - same)) same += 1;
  return { from, to: before.length - same, insert: after.slice(from, after.length - same) };
}
