import rehypeRaw from 'rehype-raw';
import rehypeSanitize from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import remarkCjkFriendly from 'remark-cjk-friendly';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';

import { perLanguage } from '../../../shared/formats.ts';
import { countWords } from '../../../shared/words.ts';
import { localeFor, translate } from '../locales.ts';
import { allowList } from './allow-list.ts';
import { countParts, inOrder, removedParts, type GonePart } from './dropped.ts';
import { showAlerts } from './plugins/alerts.ts';
import { normalizeAttributes } from './plugins/attributes.ts';
import { dropForbiddenCharacters } from './plugins/characters.ts';
import { markBareLinks } from './plugins/bare-links.ts';
import { makeCards } from './plugins/cards.ts';
import { labelCheckboxes } from './plugins/checkboxes.ts';
import { highlight } from './plugins/code.ts';
import { fitContent } from './plugins/content-model.ts';
import { showDirections } from './plugins/directions.ts';
import { dropEmpty } from './plugins/drop-empty.ts';
import { normalizeHeadings } from './plugins/headings.ts';
import { normalizeIds } from './plugins/ids.ts';
import { prepareImages } from './plugins/images.ts';
import { markExternalLinks } from './plugins/links.ts';
import { renderMaths } from './plugins/maths.ts';
import { dropStrayParts, showPlayers } from './plugins/players.ts';
import { resolveFragments } from './plugins/fragments.ts';
import { makeScrollable } from './plugins/scroll.ts';
import { lowerSchemes } from './plugins/schemes.ts';
import type { Rendered, Source } from './rendered.ts';
import { settleTags } from './settle-tags.ts';
import { markAlerts } from './syntax/alerts.ts';
import { siteSyntax } from './syntax/site-syntax.ts';
import { readableText } from './words.ts';

/**
 * Renders Markdown (CommonMark, GFM, formulas, alerts, highlighted text, HTML inside).
 *
 * Loads large libraries, recurses as deep as the text is nested, and takes quadratic time on malicious texts. Therefore
 * `createRenderer` calls it in a thread.
 */
export async function renderSource({ markdown, site, language }: Source): Promise<Rendered> {
  const t = translate.bind(null, localeFor(language));
  const { tree: read, gone } = await parse(markdown);
  const raw = toHtml(read, language);
  const written = countParts(raw, allowList);
  lowerSchemes(raw);
  const tree = sanitise(raw);
  dropStrayParts(tree);
  const removed = removedParts(written, countParts(tree, allowList));
  // From here on, no untrusted content is added.
  dropForbiddenCharacters(tree);
  normalizeAttributes(tree);
  showPlayers(tree);
  fitContent(tree);
  dropEmpty(tree);
  const words = countWords(readableText(tree));
  showAlerts(tree, t);
  const toc = normalizeHeadings(tree, normalizeIds(tree));
  resolveFragments(tree);
  labelCheckboxes(tree);
  markExternalLinks(tree, site);
  markBareLinks(tree);
  makeCards(tree, t);
  prepareImages(tree, t('image.enlarge'));
  await renderMaths(tree);
  await highlight(tree);
  makeScrollable(tree);
  showDirections(tree);
  return { html: writer.stringify(tree), toc, words, gone: inOrder([...gone, ...removed]) };
}

const sanitise = rehypeSanitize(allowList);
const syntax = unified().data(siteSyntax()).use(remarkParse).use(remarkCjkFriendly).freeze();
const reader = syntax().freeze();
const writer = unified().use(rehypeStringify).freeze();
const converterIn = perLanguage((language) => {
  const locale = localeFor(language);
  return unified()
    .use(remarkRehype, {
      allowDangerousHtml: true,
      // The allow-list adds the prefix to all ids, including those of footnotes.
      clobberPrefix: '',
      footnoteLabel: translate(locale, 'post.footnotes'),
      footnoteBackLabel: (at, again) =>
        translate(locale, 'post.footnoteBack', { number: again > 1 ? `${at + 1}-${again}` : at + 1 }),
    })
    .freeze();
});
const htmlReader = unified().use(rehypeRaw).freeze();

type MarkdownTree = ReturnType<typeof reader.parse>;

/** Only embedded HTML needs the HTML parser. */
function toHtml(markdown: MarkdownTree, language: string) {
  const tree = converterIn(language).runSync(markdown);
  if (!hasHtml(markdown)) return tree;
  // The parser keeps a text at the end of an open table back until something follows.
  if ('children' in tree) tree.children.push({ type: 'comment', value: '' });
  return htmlReader.runSync(tree);
}

function hasHtml(node: MarkdownTree | MarkdownTree['children'][number]): boolean {
  return node.type === 'html' || ('children' in node && node.children.some(hasHtml));
}

let mathReader: typeof reader | undefined;

/** How often a text is read again whose blocks of HTML begin with what is text. */
const MOST_READINGS = 3;

async function parse(markdown: string): Promise<{ tree: MarkdownTree; gone: GonePart[] }> {
  const reader = await readerOf(markdown);
  let source = markdown;
  let tree = reader.parse(source);
  let gone: GonePart[] = [];
  if (hasHtml(tree)) {
    for (let left = MOST_READINGS; ; left--) {
      const settled = settleTags(tree, left > 0 ? source : undefined);
      ({ gone } = settled);
      if (settled.escapes.length === 0) break;
      source = escaped(source, settled.escapes);
      tree = reader.parse(source);
    }
  }
  markAlerts(tree, source);
  return { tree, gone };
}

/** @param offsets of characters `<` in ascending order */
function escaped(source: string, offsets: readonly number[]): string {
  const pieces = offsets.map((offset, at) => `${source.slice(at > 0 ? offsets[at - 1]! + 1 : 0, offset)}&lt;`);
  return pieces.join('') + source.slice(offsets.at(-1)! + 1);
}

/** The extensions of CommonMark that a text is read with, for micromark. */
export async function markdownSyntax(markdown: string) {
  return (await readerOf(markdown)).data('micromarkExtensions') ?? [];
}

/** Loads the parser of formulas with two dollars with the first text that contains one. */
async function readerOf(markdown: string): Promise<typeof reader> {
  if (!markdown.includes('$$')) return reader;
  if (!mathReader) {
    const { default: remarkMath } = await import('remark-math');
    mathReader = syntax().use(remarkMath, { singleDollarTextMath: false }).freeze();
  }
  return mathReader;
}
