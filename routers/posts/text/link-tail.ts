/** The maximum depth of brackets in a destination (CommonMark 0.31, section 6.3). */
const MAX_DEPTH = 32;
const title = /\s+(?:"(?:[^"\\\n]|\\.|\n(?!\n))*"|'(?:[^'\\\n]|\\.|\n(?!\n))*'|\((?:[^()\\\n]|\\.|\n(?!\n))*\))/y;

/** What follows the brackets of a link or image. */
export interface LinkTail {
  /** The index behind it. */
  end: number;
  title: string;
}

/**
 * The destination and the title of an inline link, `(/path "title")`, that begin at this place.
 *
 * @returns undefined if there is none: its brackets are text
 */
export function linkTail(text: string, at: number): LinkTail | undefined {
  if (text[at] !== '(') return undefined;
  const start = skip(/\s*/y, text, at + 1);
  const destination = text[start] === '<' ? skip(/<(?:[^<>\\\n]|\\.)*>/y, text, start) : destinationEnd(text, start);
  const titleEnd = skip(title, text, destination);
  const end = skip(/\s*/y, text, titleEnd);
  if (text[end] !== ')') return undefined;
  return { end: end + 1, title: text.slice(destination, titleEnd).trim().slice(1, -1) };
}

/** The index behind what a sticky pattern finds at this place, if anything. */
function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

function destinationEnd(text: string, start: number): number {
  let depth = 0;
  let at = start;
  for (; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '\\') at++;
    else if (character <= ' ') break;
    else if (character === '(' && ++depth > MAX_DEPTH) break;
    else if (character === ')' && depth-- === 0) break;
  }
  return Math.min(at, text.length);
}
