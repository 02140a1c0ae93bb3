/** The maximum length in characters. */
const MAX_LENGTH = 100;

/** The beginning of a text on one line, cut at a word boundary. */
export function excerptOf(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ');
  const characters = Array.from(line.slice(0, 2 * MAX_LENGTH + 2));
  if (characters.length <= MAX_LENGTH) return line;
  const cut = characters.slice(0, MAX_LENGTH).join('');
  return `${cut.replace(/ \S*$/, '')}…`;
}
