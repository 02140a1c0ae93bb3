import { slug } from 'github-slugger';
import { toHtml } from 'hast-util-to-html';
import { defaultHandlers, toMdast, type Handle } from 'hast-util-to-mdast';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { toMarkdown } from 'mdast-util-to-markdown';

import { checkLength } from './length.ts';
import { all, textOf, type Element, type Node, type Root, type Text } from './nodes.ts';
import { parseHtml } from './parse.ts';
import { plainParagraph } from './plain-paragraph.ts';
import { isLargeTable } from './large-table.ts';

/** Markdown that was made from HTML. */
export interface ConvertedHtml {
  markdown: string;
  /** Sentences about lost and replaced content. */
  notes: string[];
}

/** Elements that stay HTML, because Markdown has none of them and the site shows them: blocks, and parts of a line. */
const kept = { blocks: ['dl', 'details', 'audio', 'video'], inline: ['sup', 'sub', 'mark', 'kbd', 'abbr', 'ruby'] };
/** Elements whose content `toMdast` leaves out. */
const unwrapped = {
  blocks: ['datalist', 'dialog', 'frameset', 'isindex', 'menu', 'optgroup', 'option', 'title'],
  inline: [
    'applet',
    'command',
    'content',
    'element',
    'math',
    'menuitem',
    'nextid',
    'select',
    'shadow',
    'spacer',
    'svg',
  ],
};
/** Elements that are left out together with their content. */
const leftOut = new Set(['noembed', 'noframes', 'template']);
/** A part of a line for `mdast-util-phrasing`: a node of the type `html` would be a block beside text without `p`. */
const INLINE_HTML = 'mdxTextExpression';
/** The name for a line break in a cell of a table, where Markdown has none. */
export const CELL_BREAK = 'cell-break';
/** Embedded content, which the site does not show; of players those that it cannot play. */
const embedded = new Set(['iframe', 'embed', 'object', 'audio', 'video']);

/**
 * Converts HTML to Markdown. What has no Markdown form stays as HTML if the site shows it, such as audio and video;
 * embedded content becomes a link.
 *
 * @throws Unfit if it is too long or nested too deep
 */
export function htmlToMarkdown(html: string): ConvertedHtml {
  checkLength(html);
  return treeToMarkdown(parseHtml(html));
}

/** Elements that show no more than the white space in them. */
const nothingWhenBlank = new Set(
  (
    'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark q s samp small span strike strong ' +
    'sub sup time tt u var'
  ).split(' '),
);

/** Converts parsed HTML, which it changes. */
export function treeToMarkdown(tree: Root): ConvertedHtml {
  const notes = new Set<string>();
  prepare(tree, notes);
  const handlers: Record<string, Handle> = {
    ...Object.fromEntries(kept.blocks.map((name) => [name, asHtml])),
    ...Object.fromEntries(kept.inline.map((name) => [name, asInlineHtml])),
    ...Object.fromEntries(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name) => [name, heading])),
    ...Object.fromEntries([...unwrapped.blocks, ...unwrapped.inline].map((name) => [name, contentOf])),
    figure,
    li: item,
    table,
    [CELL_BREAK]: () => ({ type: 'html', value: '<br>' }),
  };
  const pieces = piecesOf(tree).map((piece) =>
    written(Array.isArray(piece) ? { type: 'root', children: piece } : toMdast(piece, { handlers })),
  );
  return { markdown: pieces.filter((piece) => piece !== '').join('\n\n'), notes: [...notes] };
}

type WriteOptions = NonNullable<Parameters<typeof toMarkdown>[1]>;

/** Two equals signs that would begin highlighted text, which HTML marks with an element. */
const highlightStart: NonNullable<WriteOptions['unsafe']>[number] = {
  character: '=',
  after: '=(?![=\\s])',
  inConstruct: 'phrasing',
  notInConstruct: ['autolink', 'destinationLiteral', 'destinationRaw', 'reference', 'titleQuote', 'titleApostrophe'],
};

function written(piece: ReturnType<typeof toMdast>): string {
  return toMarkdown(piece, {
    extensions: [gfmToMarkdown()],
    handlers: writers,
    unsafe: [highlightStart],
    bullet: '-',
    emphasis: '*',
    rule: '-',
    resourceLink: false,
  }).replace(/^\n+|(?<!\n)\n+$/g, '');
}

/** Texts of these characters have nothing to escape; most have no others, and looking for them takes much time. */
const NOTHING_TO_ESCAPE = /^[\p{L},; ](?:[\p{L}\p{M}\p{N},;? ’“”„«»…–—-]|(?<![wW])\.(?!\S))*$/u;

const plainText: NonNullable<WriteOptions['handlers']>['text'] = ({ value }: { value: string }, _parent, state, info) =>
  NOTHING_TO_ESCAPE.test(value) ? value : state.safe(value, info);

const writers = { text: plainText, [INLINE_HTML]: ({ value }: { value: string }) => value };

type PlainParagraph = NonNullable<ReturnType<typeof plainParagraph>>;

/**
 * The parts of a text, which are converted one after the other, so that memory does not grow with its length: a
 * paragraph does not depend on what is before and after it.
 */
function piecesOf(tree: Root): (Root | [PlainParagraph])[] {
  const pieces: (Root | [PlainParagraph])[] = [];
  let others: Root['children'] = [];
  const endOthers = () => {
    if (others.length > 0) pieces.push({ type: 'root', children: others });
    others = [];
  };
  for (const child of tree.children) {
    const paragraph = child.type === 'element' ? plainParagraph(child) : undefined;
    if (paragraph) {
      endOthers();
      pieces.push([paragraph]);
    } else if (child.type !== 'text' || child.value.trim() !== '' || others.length > 0) others.push(child);
  }
  endOthers();
  return pieces;
}

const contentOf: Handle = (state, node) => state.all(node);

const asHtml: Handle = (_state, node) => ({ type: 'html', value: withoutEmptyLines(node) });

const asInlineHtml: Handle = (_state, node) =>
  ({ type: INLINE_HTML, value: withoutEmptyLines(node) }) as unknown as ReturnType<Handle>;

function withoutEmptyLines(node: Element): string {
  return toHtml(node).replace(/\n\s*\n/g, '\n');
}

/** A figure with a caption of plain text is an image whose title is the caption. */
const figure: Handle = (state, node, parent) => {
  const images = all(node, 'img');
  const [caption] = all(node, 'figcaption');
  if (!caption) return state.toFlow(state.all(node));
  const [image] = images;
  if (images.length !== 1 || !image || all(caption, 'a').length > 0) return asHtml(state, node, parent);
  image.properties['title'] = textOf(caption).replace(/\s+/g, ' ').trim();
  caption.children = [];
  return state.toFlow(state.all(node));
};

/** Rows and cells are filled up in Markdown: a table in which this takes too much room stays HTML. */
const table: Handle = (state, node, parent) =>
  isLargeTable(node) ? asHtml(state, node, parent) : defaultHandlers.table(state, node);

/** Only paragraphs set the items of a list apart, not a list in one of them. */
const item: Handle = (state, node) => {
  const made = defaultHandlers.li(state, node);
  made.spread = node.children.some((child) => child.type === 'element' && child.tagName === 'p');
  return made;
};

/** Keeps the id of a heading, to which other pages may link. */
const heading: Handle = (state, node) => {
  const made = defaultHandlers[node.tagName as 'h2'](state, node);
  const id = String(node.properties['id'] ?? '');
  if (/^[\w:.-]{1,100}$/.test(id) && id !== slug(textOf(node)))
    made.children.push({ type: 'text', value: ` {#${id}}` });
  return made;
};

/**
 * Removes comments, blank parts of lines, of which thousands in a row would take time that grows with their square, and
 * the elements that Google Docs puts around everything. Embedded content becomes a link, also in elements that stay
 * HTML.
 */
function prepare(parent: Root | Element, notes: Set<string>): void {
  const children = (parent.children as Node[]).flatMap((child) => {
    if (child.type === 'comment') return [];
    if (child.type !== 'element') return [child];
    if (embedded.has(child.tagName) || isEmbedOfWordPress(child)) return playerOf(child) ?? linkTo(child, notes);
    if (leftOut.has(child.tagName)) {
      notes.add(`An element <${child.tagName}> was left out.`);
      return [];
    }
    prepare(child, notes);
    if (strikes.has(child.tagName)) unwrapStrikes(child);
    if (unwrapped.blocks.includes(child.tagName)) return [space(), ...child.children, space()];
    if (child.tagName === 'table') return [...captionsOf(child), child];
    if (nothingWhenBlank.has(child.tagName) && child.children.every(isBlank)) return child.children;
    const isWrapper =
      child.tagName === 'b' && /(?:^|[;\s])font-weight:\s*normal/.test(String(child.properties['style'] ?? ''));
    return isWrapper ? child.children : [child];
  });
  parent.children = withJoinedTexts(children);
}

const strikes = new Set(['del', 's', 'strike']);

/** Removes the strikes in another one, which in Markdown would be the beginning of a block of code. */
function unwrapStrikes(parent: Element): void {
  parent.children = parent.children.flatMap((child) => {
    if (child.type !== 'element') return [child];
    unwrapStrikes(child);
    return strikes.has(child.tagName) ? child.children : [child];
  });
}

function space(): Text {
  return { type: 'text', value: ' ' };
}

/** The captions of a table as paragraphs before it, since tables in Markdown have none. */
function captionsOf(table: Element): Element[] {
  if (isLargeTable(table)) return [];
  const captions = table.children.filter((child) => child.type === 'element' && child.tagName === 'caption');
  table.children = table.children.filter((child) => !captions.includes(child));
  return captions.map((caption) => ({ ...(caption as Element), tagName: 'p' }));
}

function isBlank(node: Node): node is Text {
  return node.type === 'text' && node.value.trim() === '';
}

function withJoinedTexts(nodes: readonly Node[]): Node[] {
  const joined: Node[] = [];
  for (const node of nodes) {
    const before = joined.at(-1);
    if (before?.type === 'text' && node.type === 'text') before.value += node.value;
    else joined.push(node);
  }
  return joined;
}

/** The URL alone, from which WordPress makes an embedded page when it shows a post. */
function isEmbedOfWordPress(node: Element): boolean {
  const { className } = node.properties;
  const isWrapper = Array.isArray(className) && className.includes('wp-block-embed__wrapper');
  return node.tagName === 'div' && isWrapper && /^\s*https?:\S+\s*$/.test(textOf(node));
}

/** A link in place of embedded content, or the content itself if it has no URL. */
function linkTo(node: Element, notes: Set<string>): Node[] {
  const url = sourceOf(node);
  const what = `An embedded ${node.tagName === 'div' ? 'page' : node.tagName}`;
  if (!url && textOf(node).trim() !== '') {
    prepare(node, notes);
    return node.children;
  }
  notes.add(url ? `${what} became a link: ${url}` : `${what} was left out.`);
  if (!url) return [];
  return [{ type: 'element', tagName: 'a', properties: { href: url }, children: [{ type: 'text', value: url }] }];
}

/**
 * A player as the site shows it; undefined for another element, and for one without a file that pages load: of this
 * blog, or over https.
 */
function playerOf(node: Element): Element | undefined {
  if (node.tagName !== 'audio' && node.tagName !== 'video') return undefined;
  const { src, poster } = node.properties;
  const parts = node.children.filter(
    (child): child is Element => child.type === 'element' && (child.tagName === 'source' || child.tagName === 'track'),
  );
  const urls = [src, ...parts.filter(({ tagName }) => tagName === 'source').map((part) => part.properties['src'])];
  const isPlayed = urls.some((url) => typeof url === 'string' && /^(?:https:|\/\/|(?![a-z][a-z\d+.-]*:).)/i.test(url));
  if (!isPlayed) return undefined;
  const properties = { controls: true, ...(src != null && { src }), ...(poster != null && { poster }) };
  return { ...node, properties, children: parts };
}

function sourceOf(node: Element): string | undefined {
  const { src, data } = node.properties;
  const own = node.tagName === 'div' ? textOf(node).trim() : (src ?? data ?? all(node, 'source')[0]?.properties['src']);
  const url = typeof own === 'string' && own.startsWith('//') ? `https:${own}` : own;
  return typeof url === 'string' && /^(?:https?:|\/)/.test(url) ? url : undefined;
}
