import rehypeRaw from 'rehype-raw';
import rehypeSanitize from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';

import { perLanguage } from '../../shared/formats.ts';
import { countWords } from '../../routers/text.ts';
import { localeFor, translate } from '../locales.ts';
import { allowList } from './allow-list.ts';
import { tidyAttributes } from './plugins/attributes.ts';
import { dropForbiddenCharacters } from './plugins/characters.ts';
import { markBareLinks } from './plugins/bare-links.ts';
import { labelCheckboxes } from './plugins/checkboxes.ts';
import { highlight } from './plugins/code.ts';
import { fitContent } from './plugins/content-model.ts';
import { dropEmpty } from './plugins/drop-empty.ts';
import { tidyHeadings } from './plugins/headings.ts';
import { tidyIds } from './plugins/ids.ts';
import { tidyImages } from './plugins/images.ts';
import { markExternalLinks } from './plugins/links.ts';
import { renderMaths } from './plugins/maths.ts';
import { findPlaces } from './plugins/places.ts';
import { makeScrollable } from './plugins/scroll.ts';
import type { Rendered, Source } from './rendered.ts';
import { readableText } from './words.ts';

/**
 * Renders Markdown (CommonMark, GFM, formulas, HTML inside).
 *
 * Loads large libraries, uses the stack as deeply as the text is nested, and takes quadratic time on texts made for it:
 * `createRenderer` calls it in a thread of its own.
 */
export async function renderSource({ markdown, site, language }: Source): Promise<Rendered> {
  const tree = sanitise(toHtml(await parse(markdown), language));
  // From here on, everything that comes in is our own.
  dropForbiddenCharacters(tree);
  tidyAttributes(tree);
  fitContent(tree);
  dropEmpty(tree);
  const words = countWords(readableText(tree));
  const toc = tidyHeadings(tree, tidyIds(tree));
  findPlaces(tree);
  labelCheckboxes(tree);
  markExternalLinks(tree, site);
  markBareLinks(tree);
  tidyImages(tree);
  await renderMaths(tree);
  await highlight(tree);
  makeScrollable(tree);
  return { html: writer.stringify(tree), toc, words };
}

const sanitise = rehypeSanitize(allowList);
const reader = unified().use(remarkParse).use(remarkGfm, { singleTilde: false }).freeze();
const writer = unified().use(rehypeStringify).freeze();
const converterIn = perLanguage((language) => {
  const locale = localeFor(language);
  return unified()
    .use(remarkRehype, {
      allowDangerousHtml: true,
      // The ids of footnotes get their prefix with all others, from the allow-list.
      clobberPrefix: '',
      footnoteLabel: translate(locale, 'post.footnotes'),
      footnoteBackLabel: (at, again) =>
        translate(locale, 'post.footnoteBack', { number: again > 1 ? `${at + 1}-${again}` : at + 1 }),
    })
    .freeze();
});
const htmlReader = unified().use(rehypeRaw).freeze();

type MarkdownTree = ReturnType<typeof reader.parse>;

/** Only HTML inside needs the parser: what Markdown itself makes is well nested. */
function toHtml(markdown: MarkdownTree, language: string) {
  const tree = converterIn(language).runSync(markdown);
  return hasHtml(markdown) ? htmlReader.runSync(tree) : tree;
}

function hasHtml(node: MarkdownTree | MarkdownTree['children'][number]): boolean {
  return node.type === 'html' || ('children' in node && node.children.some(hasHtml));
}

let mathsReader: typeof reader | undefined;

/** What reads formulas is loaded with the first text that holds some. */
async function parse(markdown: string): Promise<MarkdownTree> {
  if (!markdown.includes('$$')) return reader.parse(markdown);
  if (!mathsReader) {
    const { default: remarkMath } = await import('remark-math');
    // One dollar is a price more often than a formula.
    mathsReader = unified()
      .use(remarkParse)
      .use(remarkGfm, { singleTilde: false })
      .use(remarkMath, { singleDollarTextMath: false })
      .freeze();
  }
  return mathsReader.parse(markdown);
}
