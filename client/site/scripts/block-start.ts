/**
 * For marked: where a block may begin that needs no empty line in front of it.
 *
 * @param pattern begins with a line feed
 */
export function startsWith(pattern: RegExp): (text: string) => number | undefined {
  return (text) => {
    // No further than the paragraph may reach, or long texts would take quadratic time.
    const end = text.indexOf('\n\n');
    return pattern.exec(end < 0 ? text : text.slice(0, end))?.index;
  };
}
