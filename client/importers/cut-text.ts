/** A text of at most `max` characters (code points); a longer one ends in "…". */
export function cutText(text: string, max: number): string {
  const points = [...text];
  if (points.length <= max) return text;
  const start = points.slice(0, max - 1).join('');
  return `${start.trimEnd()}…`;
}
