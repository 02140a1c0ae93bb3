/** A text whose lines all end with a line feed, as the code editor has it. */
export function withLineFeeds(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n');
}

/**
 * A text of the code editor with the line endings that it had before it was changed. New lines get that of the first one.
 *
 * @param before the text before the change, with its line endings
 */
export function keepLineEndings(before: string, text: string): string {
  const endings = before.includes('\r') ? before.match(/\r\n?|\n/g) : null;
  if (!endings) return text;
  const old = withLineFeeds(before).split('\n');
  const lines = text.split('\n');
  const shorter = Math.min(old.length, lines.length);
  let same = 0;
  while (same < shorter && old.at(-1 - same) === lines.at(-1 - same)) same += 1;
  // Lines below the change may have moved.
  const below = lines.length - same;
  const by = old.length - lines.length;
  return lines
    .map((line, at) => (at === lines.length - 1 ? line : line + (endings[at < below ? at : at + by] ?? endings[0])))
    .join('');
}
