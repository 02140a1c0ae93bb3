const blocks =
  'table|thead|tfoot|caption|col|colgroup|tbody|tr|td|th|div|dl|dd|dt|ul|ol|li|pre|form|map|area|blockquote|address|' +
  'style|p|h[1-6]|hr|fieldset|legend|section|article|aside|hgroup|header|footer|nav|figure|figcaption|details|summary|iframe';
const blockTag = new RegExp(`(</?(?:${blocks})(?=[\\s/>])[^<>]*>)`, 'gi');
const startsWithBlock = new RegExp(`^</?(?:${blocks})(?=[\\s/>])`, 'i');
/** Elements whose text has no paragraphs. */
const inside = /^<(?:li|td|th|dt|dd|h[1-6]|figcaption|caption|summary)\b/i;
/** Elements that stay as they are: preformatted ones, and paragraphs from `<p>` to `</p>`. */
const whole = /<(pre|script|style|textarea)\b(?:(?!<\1\b)[^])*?<\/\1>|<p[\s>][^<]*(?:<(?!\/?p[\s>])[^<]*)*<\/p>/gi;

/**
 * Adds the paragraphs and line breaks that WordPress adds to posts of the classic editor, which separate paragraphs by
 * empty lines (wpautop). Posts of the block editor already have them.
 */
export function withParagraphs(html: string): string {
  if (/<!-- wp:/.test(html)) return html;
  const stored: string[] = [];
  const text = html
    .replace(/\r\n?/g, '\n')
    .replace(whole, (all) => `\n\n<pre data-stored="${stored.push(all) - 1}">\n\n`)
    .replace(blockTag, '\n\n$1\n\n');
  let isInside = false;
  const pieces = text.split(/\n\s*\n/).map((piece) => {
    const trimmed = piece.trim();
    if (trimmed === '') return '';
    if (startsWithBlock.test(trimmed)) {
      isInside = inside.test(trimmed);
      return trimmed;
    }
    const lines = trimmed.replace(/(?<!\s)\s*\n\s*/g, '<br>\n');
    return isInside ? lines : `<p>${lines}</p>`;
  });
  return pieces
    .filter((piece) => piece !== '')
    .join('\n')
    .replace(/<pre data-stored="(\d+)">/g, (_all, at: string) => stored[Number(at)] ?? '');
}
