/** A line that begins a block other than a heading, even right below a paragraph (CommonMark 0.31, chapters 4 and 5). */
const interruption = /^ {0,3}(?:>|[-*+]\s|1[.)]\s|\|)/;
/** The first line of a block that is not a paragraph: the above, any numbered item, indented code. */
const otherBlock = /^(?: {0,3}(?:>|[-*+]\s|\d{1,9}[.)]\s|\|)| {4}|\t)/;
const listItem = /^ {0,3}(?:[-*+]|\d{1,9}[.)])\s/;
const heading = /^ {0,3}#{1,6}(?:\s|$)/;
const underline = /^ {0,3}(?:=+|-+)\s*$/;
const delimiterRow = /^[\s|:]*-[-\s:]*\|[-\s|:]*$/;

/**
 * The lines of a Markdown text that belong to paragraphs: no headings, lists, quotes and tables.
 *
 * @param lines without code fences and definitions
 */
export function findParagraphs(lines: readonly string[]): string[] {
  const kept: string[] = [];
  let block: string[] = [];
  let afterList = false;
  const close = () => {
    if (block.length === 0) return;
    const isContinued = afterList && /^\s/.test(block[0]!);
    afterList = isContinued || block.some((line) => listItem.test(line));
    if (!isContinued) kept.push(...paragraphIn(block), '');
    block = [];
  };
  for (const line of lines) {
    if (line.trim() === '') close();
    else if (heading.test(line)) {
      close();
      afterList = false;
    } else block.push(line);
  }
  close();
  return kept;
}

/** The lines of a block, without blank ones, up to where another block begins. */
function paragraphIn(block: readonly string[]): readonly string[] {
  if (otherBlock.test(block[0]!) || delimiterRow.test(block[1] ?? '')) return [];
  const line = block.findIndex((one, at) => at > 0 && underline.test(one));
  if (line > 0) return findParagraphs(block.slice(line + 1));
  const end = block.findIndex(
    (one, at) => at > 0 && (interruption.test(one) || delimiterRow.test(block[at + 1] ?? '')),
  );
  return end < 0 ? block : block.slice(0, end);
}
