import { judgeTags, type Part } from '../../../shared/refused-tags.ts';

/** Elements whose content is a line of text. */
const lineEdge = /<(\/?)(?:p|h[1-6]|td|th|dt|summary|figcaption)(?=[\s>])/gi;

/** A part of HTML, and where it begins. */
interface PlacedPart extends Part {
  start: number;
}

/**
 * HTML of a text without the tags that posts must not contain, as the server does it (server/site/render/settle-tags.ts).
 * Those that are not closed in their paragraph become text.
 */
export function settleTags(html: string): string {
  const parts = partsOf(html);
  let done = 0;
  let text = '';
  for (const { part, tag, as, until } of judgeTags(parts)) {
    const own = parts[part]!.start;
    const last = until ? parts[until.part]!.start + until.tag.end : 0;
    const start = as === 'closed' ? last : own + tag.start;
    const end = as === 'content' || as === 'closed' ? last : as === 'text' ? start + 1 : own + tag.end;
    if (start < done) continue;
    const by = { text: '&lt;', nothing: '', content: '', space: ' ', closed: `</${tag.name}>` }[as];
    text += html.slice(done, start) + by;
    done = end;
  }
  return text + html.slice(done);
}

function partsOf(html: string): PlacedPart[] {
  const parts: PlacedPart[] = [];
  let start = 0;
  let line: number | undefined;
  const end = (at: number) => {
    if (at > start)
      parts.push({ html: html.slice(start, at), start, place: line ?? 'blocks', isBlock: line === undefined });
    start = at;
  };
  for (const { 1: slash, index } of html.matchAll(lineEdge)) {
    end(index);
    line = slash === '/' ? undefined : index;
  }
  end(html.length);
  return parts;
}
