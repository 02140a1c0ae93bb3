import { runFinder, runLength } from '../../../shared/run-finder.ts';

/**
 * Finds fenced code in lines that are read one after the other.
 *
 * @returns whether a line is a part of it, its first and last lines included
 */
export function fenceReader(): (line: string) => boolean {
  let fence = '';
  return (line) => {
    const found = /^[\s>]*(`{3,}(?=[^`]*$)|~{3,})\s*(\S?)/.exec(line);
    const isInside = fence !== '';
    if (!isInside) fence = found?.[1] ?? '';
    else if (found?.[1]?.startsWith(fence) && !found[2]) fence = '';
    return isInside || found !== null;
  };
}

/** Changes a Markdown text except its fenced and inline code. */
export function outsideCode(markdown: string, change: (text: string) => string): string {
  const pieces: string[] = [];
  let text = '';
  const isFenced = fenceReader();
  const flush = () => {
    pieces.push(outsideInline(text, change));
    text = '';
  };
  for (const line of markdown.split(/(?<=\n)/)) {
    if (isFenced(line)) {
      flush();
      pieces.push(line);
    } else text += line;
  }
  flush();
  return pieces.join('');
}

function outsideInline(text: string, change: (text: string) => string): string {
  const runFrom = runFinder(text, '`');
  let end = 0;
  let result = '';
  for (let at = text.indexOf('`'); at >= 0;) {
    const length = runLength(text, at);
    const closing = runFrom(length, at + length);
    if (closing >= 0) {
      result += change(text.slice(end, at)) + text.slice(at, closing + length);
      end = closing + length;
    }
    at = text.indexOf('`', Math.max(end, at + length));
  }
  return result + change(text.slice(end));
}
