import { shorten } from '../../../shared/shorten.ts';
import { paragraphsOf } from './paragraphs.ts';
import { wordsOf } from './plain-text.ts';
import { beginningOf } from './text-lines.ts';

const MAX_LENGTH = 200;

/**
 * The start of a post's paragraphs as plain text, at most 200 code points, cut between graphemes and at the end of a word
 * (with "…") when it is longer; for a text without paragraphs that of its headings, lists, quotes and tables. Looks at the
 * beginning only and takes linear time. Code fences, images, HTML, footnotes, definitions, formulas and bare URLs are left
 * out; inline code and the text of links stay. It is "" for a text that contains nothing else.
 */
export function excerptOf(markdown: string): string {
  const lines = beginningOf(markdown);
  return shorten(wordsOf(paragraphsOf(lines)) || wordsOf(lines), MAX_LENGTH);
}
