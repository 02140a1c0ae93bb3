import { paragraphsOf } from './paragraphs.ts';
import { plainLines, withoutFences } from './plain-text.ts';

const longest = 200;
const lookedAt = 8_000;

/**
 * The start of a post's paragraphs as plain text, at most 200 code points, cut at the end of a word (with "…") when it is
 * longer; for a text without paragraphs that of its headings, lists, quotes and tables. Looks at the first 8,000
 * characters only and takes linear time. Code fences, images, HTML, footnotes and reference definitions are left out;
 * inline code and the text of links stay.
 */
export function excerptOf(markdown: string): string {
  const { text } = withoutFences(markdown.slice(0, lookedAt));
  return shortened(plainLines(paragraphsOf(text)) || plainLines(text));
}

// Scripts without spaces between words, which may be cut between any characters.
const spaceless =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

function shortened(text: string): string {
  const points = Array.from(text.slice(0, 2 * longest + 2));
  if (points.length <= longest) return text;
  let end = longest - 1;
  while (end > longest / 2 && !isWordEnd(points[end - 1] ?? '', points[end] ?? '')) end--;
  if (end === longest / 2) end = longest - 1;
  return `${points
    .slice(0, end)
    .join('')
    .replace(/(?<![\s,;:–—-])[\s,;:–—-]+$/, '')}…`;
}

/** Whether a text may be cut between these two characters. */
export function isWordEnd(before: string, after: string): boolean {
  if (/[\p{M}\u200d]/u.test(after) || before === '\u200d') return false;
  return /\s/.test(before + after) || spaceless.test(before) || spaceless.test(after);
}
