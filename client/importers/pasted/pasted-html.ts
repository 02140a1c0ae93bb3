import { elementsBelow, type Element } from '../html/nodes.ts';
import { parseHtml } from '../html/parse.ts';
import { treeToMarkdown } from '../html/to-markdown.ts';
import { BLOCK, readBlocks } from './blocks.ts';
import { dropChrome } from './drop-chrome.ts';
import { readStyles } from './inline-styles.ts';
import { takePictures, type PastedPictures } from './pictures.ts';
import { tidyMarks } from './tidy-marks.ts';
import { element, rewrite } from '../html/tree.ts';
import { readWordLists, readWordParagraphs } from './word-lists.ts';

/** Pasted content as Markdown. */
export interface Pasted extends PastedPictures {
  markdown: string;
  /** Whether it is words of a paragraph, not paragraphs. */
  isInline: boolean;
}

/** Elements that are only around a text, so that the plain text says the same. */
const plain = new Set(['p', 'div', 'span', 'br', 'body', 'font', 'section', 'article', 'main', 'o:p', 'u', 'label']);
/** What Markdown, and the HTML that stays in it, can say. */
const attributes = new Set([
  'href',
  'src',
  'alt',
  'title',
  'start',
  'checked',
  'type',
  'colSpan',
  'rowSpan',
  'align',
  'open',
]);

/**
 * Converts HTML of the clipboard to Markdown.
 *
 * @param html as a browser, Google Docs, Word or LibreOffice writes it
 * @param rtf the same in Rich Text Format, which has the pictures of Word; "" when there is none
 * @returns null if it contains no more than the plain text
 * @throws Error with one sentence if it is nested too deep
 */
export function pastedToMarkdown(html: string, rtf = ''): Pasted | null {
  const tree = parseHtml(html);
  const whole = element('div', tree.children as Element['children']);
  readWordLists(whole);
  readWordParagraphs(whole);
  dropChrome(whole);
  readStyles(whole);
  tidyMarks(whole);
  readBlocks(whole);
  const pictures = takePictures(whole, rtf);
  const isPlain = elementsBelow(whole, ({ tagName }) => !plain.has(tagName)).length === 0;
  const isInline =
    elementsBelow(whole, ({ tagName }) => tagName === 'p').length < 2 &&
    elementsBelow(whole, ({ tagName }) => BLOCK.test(tagName) && !plain.has(tagName)).length === 0;
  if (isPlain && isInline) return null;
  rewrite(whole, (one) => [withoutAttributes(one)]);
  const { markdown } = treeToMarkdown({ ...tree, children: whole.children });
  return { markdown, isInline, ...pictures };
}

function withoutAttributes(one: Element): Element {
  const { properties, tagName } = one;
  one.properties = Object.fromEntries(
    Object.entries(properties).filter(([name]) => attributes.has(name) || (tagName === 'code' && name === 'className')),
  );
  return one;
}
