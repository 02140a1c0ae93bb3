/** How many characters the beginning of a text has. */
const LENGTH = 100;

/** How a text begins, in one line, up to the end of a word. */
export function beginningOf(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ');
  const characters = Array.from(line.slice(0, 2 * LENGTH + 2));
  if (characters.length <= LENGTH) return line;
  const cut = characters.slice(0, LENGTH).join('');
  return `${cut.replace(/ \S*$/, '')}…`;
}
