import { slug } from 'github-slugger';
import { toHtml } from 'hast-util-to-html';
import { defaultHandlers, toMdast, type Handle } from 'hast-util-to-mdast';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { toMarkdown } from 'mdast-util-to-markdown';

import { checkLength } from './length.ts';
import { all, nodeText, type Element, type Root } from './nodes.ts';
import { footnotes } from './footnotes.ts';
import { parseHtml } from './parse.ts';
import { plainParagraph } from './plain-paragraph.ts';
import { prepare, unwrapped } from './prepare.ts';
import { isLargeTable } from './large-table.ts';

/** Markdown that was made from HTML. */
export interface ConvertedHtml {
  markdown: string;
  /** Sentences about lost and replaced content. */
  notes: string[];
}

interface Conversion {
  /** For what only the system of the text knows. */
  simplify?: Simplify | undefined;
  /** Gets the names of the elements that stay HTML. */
  kept?: Set<string>;
}

/** Replaces the cards or blocks of a system by plain elements. Notes are sentences about what is lost. */
export type Simplify = (tree: Root, notes: Set<string>) => void;

/** Elements that stay HTML, because Markdown has none of them and the site shows them: blocks, and parts of a line. */
const asIs = { blocks: ['dl', 'audio', 'video'], inline: ['sup', 'sub', 'mark', 'kbd', 'abbr', 'ruby'] };
/** A part of a line for `mdast-util-phrasing`: a node of the type `html` would be a block beside text without `p`. */
const INLINE_HTML = 'mdxTextExpression';
/** The name for a line break in a cell of a table, where Markdown has none. */
export const CELL_BREAK = 'cell-break';
/**
 * Converts HTML to Markdown. What has no Markdown form stays as HTML if the site shows it, such as audio and video;
 * embedded content becomes a link.
 *
 * @throws Unfit if it is too long or nested too deep
 */
export function htmlToMarkdown(html: string, { simplify, kept }: Conversion = {}): ConvertedHtml {
  checkLength(html);
  const tree = parseHtml(html);
  const notes = new Set<string>();
  simplify?.(tree, notes);
  return treeToMarkdown(tree, notes, kept);
}

/** Converts parsed HTML, which it changes. @param notes and `kept` get its own */
export function treeToMarkdown(tree: Root, notes = new Set<string>(), kept = new Set<string>()): ConvertedHtml {
  prepare(tree, notes);
  const handlers = handlersOf(kept);
  const pieces = piecesOf(tree).map((piece) =>
    written(Array.isArray(piece) ? { type: 'root', children: piece } : toMdast(piece, { handlers })),
  );
  return { markdown: pieces.filter((piece) => piece !== '').join('\n\n'), notes: [...notes] };
}

/** How elements become Markdown. @param names gets those of elements that stay HTML */
function handlersOf(names: Set<string>): Record<string, Handle> {
  const noted =
    (handle: Handle): Handle =>
    (state, node, parent) => {
      names.add(node.tagName);
      return handle(state, node, parent);
    };
  const html = noted(asHtml);
  return {
    ...Object.fromEntries(asIs.blocks.map((name) => [name, html])),
    ...Object.fromEntries(asIs.inline.map((name) => [name, noted(asInlineHtml)])),
    ...Object.fromEntries(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name) => [name, heading])),
    ...Object.fromEntries([...unwrapped.blocks, ...unwrapped.inline].map((name) => [name, contentOf])),
    details: noted(details),
    figure: (state, node, parent) => (isImageWithTitle(node) ? figure(state, node, parent) : html(state, node, parent)),
    li: item,
    // Rows and cells are filled up in Markdown: a table in which this takes too much room stays HTML.
    table: (state, node, parent) => (isLargeTable(node) ? html : defaultHandlers.table)(state, node, parent),
    ...footnotes,
    [CELL_BREAK]: () => ({ type: 'html', value: '<br>' }),
  };
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

/** Blocks in a details element are Markdown between lines of HTML. */
const details: Handle = (state, node) => {
  const inner = node.children.filter((child) => !(child.type === 'element' && child.tagName === 'summary'));
  if (!inner.some((child) => child.type === 'element' && isBlock(child))) return asHtml(state, node, undefined);
  const properties = { open: node.properties['open'] };
  const summary = node.children.filter((child) => !inner.includes(child));
  const start = withoutEmptyLines({ ...node, properties, children: summary });
  const end = '</details>';
  return [
    { type: 'html', value: start.slice(0, -end.length) },
    ...state.toFlow(state.all({ ...node, children: inner })),
    { type: 'html', value: end },
  ];
};

const isBlock = ({ tagName }: Element) =>
  /^(?:p|div|h[1-6]|[uo]l|pre|blockquote|table|figure|section|img|details)$/.test(tagName);

/** Whether a figure is an image whose title can be its caption, or has none. */
function isImageWithTitle(node: Element): boolean {
  const [caption] = all(node, 'figcaption');
  return !caption || (all(node, 'img').length === 1 && all(caption, 'a').length === 0);
}

/** A figure with a caption of plain text is an image whose title is the caption. */
const figure: Handle = (state, node) => {
  const [image] = all(node, 'img');
  const [caption] = all(node, 'figcaption');
  if (caption && image) {
    image.properties['title'] = nodeText(caption).replace(/\s+/g, ' ').trim();
    caption.children = [];
  }
  return state.toFlow(state.all(node));
};

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
  if (/^[\w:.-]{1,100}$/.test(id) && id !== slug(nodeText(node)))
    made.children.push({ type: 'text', value: ` {#${id}}` });
  return made;
};
