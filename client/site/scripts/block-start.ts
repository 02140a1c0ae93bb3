/**
 * The `start` function of a marked extension, for blocks that may interrupt a paragraph.
 *
 * @param pattern begins with a line feed
 */
export function startsWith(pattern: RegExp): (text: string) => number | undefined {
  return (text) => {
    // Searches only the paragraph: searching the whole text would take quadratic time.
    const end = text.indexOf('\n\n');
    return pattern.exec(end < 0 ? text : text.slice(0, end))?.index;
  };
}
