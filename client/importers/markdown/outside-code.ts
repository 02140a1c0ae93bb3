// Bounded lengths prevent quadratic time.
const inlineCode = /(`{1,20})(?!`)[^]{0,5000}?(?<!`)\1(?!`)/g;

/** Changes a Markdown text except its fenced and inline code. */
export function outsideCode(markdown: string, change: (text: string) => string): string {
  const pieces: string[] = [];
  let text = '';
  let fence = '';
  const flush = () => {
    pieces.push(outsideInline(text, change));
    text = '';
  };
  for (const line of markdown.split(/(?<=\n)/)) {
    const found = /^[\s>]*(`{3,}(?=[^`]*$)|~{3,})\s*(\S?)/.exec(line);
    const isInside = fence !== '';
    if (!isInside) fence = found?.[1] ?? '';
    else if (found?.[1]?.startsWith(fence) && !found[2]) fence = '';
    if (isInside || found) {
      flush();
      pieces.push(line);
    } else text += line;
  }
  flush();
  return pieces.join('');
}

function outsideInline(text: string, change: (text: string) => string): string {
  let end = 0;
  let result = '';
  for (const { 0: code, index } of text.matchAll(inlineCode)) {
    result += change(text.slice(end, index)) + code;
    end = index + code.length;
  }
  return result + change(text.slice(end));
}
