/** A text of at most `max` characters (code points); a longer one ends in "…". */
export function cutText(text: string, max: number): string {
  // Each of them has one or two code units.
  const points = Array.from(text.slice(0, 2 * max + 2));
  if (points.length <= max) return text;
  const start = points.slice(0, max - 1).join('');
  return `${start.trimEnd()}…`;
}
