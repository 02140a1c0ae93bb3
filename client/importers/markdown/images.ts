import { unique } from './fields.ts';

/** The local images of a Markdown text: `![]()`, `![][reference]` and `<img>`, except those in code. */
export function relativeImages(markdown: string): string[] {
  const text = withoutFences(markdown).replace(/`[^`\n]+`/g, '');
  return unique([...inline(text), ...byReference(text), ...inHtml(text)].filter(isRelative));
}

/** A Markdown text without its fenced code blocks. */
export function withoutFences(markdown: string): string {
  let open = '';
  const outside = markdown.split(/\r?\n/).filter((line) => {
    const fence = /^[\s>]*(`{3,}(?=[^`]*$)|~{3,})\s*(\S?)/.exec(line);
    const inside = open !== '';
    if (!inside) open = fence?.[1] ?? '';
    else if (fence?.[1]?.startsWith(open) && !fence[2]) open = '';
    return !inside && !fence;
  });
  return outside.join('\n');
}

/** Whether a URL is relative to its file. */
export function isRelative(address: string): boolean {
  return address !== '' && !/^(?:[a-z][a-z0-9+.-]*:|[/#])/i.test(address);
}

// Each pattern stops where the next could begin: a file full of `![` takes linear time.
function inline(text: string): string[] {
  const pattern = /!\[(?:[^[\]\n]|\[[^[\]\n]*\])*\]\(\s*(?:<([^<>\n]*)>|([^\s()]*(?:\([^\s()]*\)[^\s()]*)*))/g;
  return [...text.matchAll(pattern)].map((found) => found[1] ?? found[2] ?? '');
}

function byReference(text: string): string[] {
  const definitions = text.matchAll(/^ {0,3}\[([^\]\n\r\u2028\u2029]+)\]:[ \t]*<?([^\s>]+)/gm);
  const targets = new Map([...definitions].map(([, label = '', target = '']) => [label.toLowerCase(), target]));
  const images = text.matchAll(/!\[(?!\^)([^[\]\n]*)\](?:\[([^[\]\n]*)\])?(?!\()/g);
  return [...images].map(([, alt = '', label]) => targets.get((label || alt).toLowerCase()) ?? '');
}

function inHtml(text: string): string[] {
  const tags = [...text.matchAll(/<img\b(?:(?!<img\b)[^>])*>/gi)].map(([tag]) => tag);
  return tags.map((tag) => {
    const source = /\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(tag);
    return source?.[1] ?? source?.[2] ?? source?.[3] ?? '';
  });
}
