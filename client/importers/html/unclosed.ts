import { judgeTags } from '../../../shared/refused-tags.ts';

/** Elements that hide all that follows where their end is missing. */
const hiding =
  /<\/?(?:applet|audio|iframe|math|noembed|noframes|noscript|object|plaintext|script|select|style|svg|template|textarea|title|video|xmp)(?![^\s/>])/i;

/** HTML in which elements that are not closed are text, if they would hide what follows. */
export function withoutUnclosed(html: string): string {
  if (!hiding.test(html)) return html;
  let done = 0;
  let text = '';
  for (const { tag, as, until } of judgeTags([{ html, place: null, isBlock: true }])) {
    const written = html.slice(tag.start, tag.end);
    const { start, end } = as === 'closed' ? { start: until!.tag.end, end: until!.tag.end } : tag;
    if (start < done || tag.kind === 'hidden' || !hiding.test(written)) continue;
    // The parser takes all behind this start as text, and knows no end.
    const isEndless = tag.name === 'plaintext' && as === 'space';
    const isText = as === 'text' && tag.kind === 'start';
    if (!isEndless && !isText && as !== 'closed') continue;
    text += html.slice(done, start) + (isEndless ? ' ' : isText ? `&lt;${written.slice(1)}` : `</${tag.name}>`);
    done = end;
  }
  return text + html.slice(done);
}
