import { shorten } from '../../../shared/shorten.ts';
import { findParagraphs } from './paragraphs.ts';
import { linesToPlainText } from './plain-text.ts';
import { firstLines } from './text-lines.ts';

const MAX_LENGTH = 200;

/**
 * The start of a post's paragraphs as plain text, at most 200 code points, cut between graphemes and at the end of a word
 * (with "…") when it is longer; for a text without paragraphs that of its headings, lists, quotes and tables. Looks at the
 * beginning only and takes linear time. Code fences, images, HTML, footnotes, definitions, formulas and bare URLs are left
 * out; inline code and the text of links stay. It is "" for a text that contains nothing else.
 */
export function makeExcerpt(markdown: string): string {
  const lines = firstLines(markdown);
  return shorten(linesToPlainText(findParagraphs(lines)) || linesToPlainText(lines), MAX_LENGTH);
}
