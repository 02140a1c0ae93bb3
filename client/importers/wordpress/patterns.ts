import { postFields } from '../../../shared/post-fields.ts';

/** The place of a reusable block in a post. WordPress escapes angle brackets in it. */
const PLACE = /<!-- wp:block \{"ref":(\d{1,20})[^<>]*>/g;
/** How deep reusable blocks may contain others. A damaged export may have circles. */
const DEEPEST = 2;

/** Puts the HTML of reusable blocks, which are items of their own, into the posts that show them. */
export function withPatterns(html: string, patterns: ReadonlyMap<string, string>, depth = 0): string {
  if (patterns.size === 0 || depth > DEEPEST || !html.includes('<!-- wp:block ')) return html;
  let { length } = html;
  return html.replace(PLACE, (place, id: string) => {
    const pattern = patterns.get(id);
    if (pattern === undefined || length > postFields.content.max) return place;
    const filled = withPatterns(pattern, patterns, depth + 1);
    length += filled.length;
    return filled;
  });
}
