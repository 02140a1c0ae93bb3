import { convertGallery } from '../html/gallery.ts';
import { all, nodeText, type Element, type Node, type Root } from '../html/nodes.ts';
import { findButtons, makeDetails, makeParagraph, replaceNodes, trimmedText, withClass } from '../html/simple-nodes.ts';
import { element, hasClass } from '../html/tree.ts';
import { readBlock, dynamicBlock } from './block-comments.ts';

/** Classes of galleries: of WordPress in all its versions, and of Jetpack and CoBlocks. */
const galleries =
  /^(?:wp-block-gallery|blocks-gallery-grid|wp-block-jetpack-(?:tiled-gallery|slideshow)|wp-block-coblocks-gallery-\w+)$/;

/**
 * Replaces the blocks of WordPress by plain elements: galleries by images that follow each other, buttons and files by
 * links, covers by their picture and text. Blocks that WordPress fills when it shows a post are named in the notes.
 */
export function simplifyBlocks(tree: Root, notes: Set<string>): void {
  const dynamic = new Set<string>();
  replaceNodes(tree, (node) => {
    if (node.type === 'comment') return dynamicBlock(node.value, dynamic);
    return node.type === 'element' ? showPlain(node, notes) : undefined;
  });
  if (dynamic.size > 0) {
    notes.add(`Blocks that WordPress fills when it shows the post are left out: ${[...dynamic].join(', ')}.`);
  }
}

function showPlain(node: Element, notes: Set<string>): Node[] | undefined {
  const { className } = node.properties;
  const classes = Array.isArray(className) ? className.map(String) : [];
  if (classes.some((name) => galleries.test(name))) return convertGallery(node, notes);
  for (const name of classes) {
    const make = byClass[name];
    if (make) return make(node);
  }
  if (node.tagName === 'figure') return withoutFigure(node);
  return node.tagName === 'blockquote' ? withSource(node) : undefined;
}

const byClass: Record<string, (node: Element) => Node[] | undefined> = {
  'wp-block-button': findButtons,
  'wp-block-file': showFile,
  'wp-block-cover': showCover,
  'wp-block-cover-image': showCover,
  'wp-block-verse': (node) => [showLines(node)],
  'wp-block-accordion-item': showAccordion,
  'wp-block-social-links': showSocialLinks,
  'wp-block-social-link-label': () => [],
  'wp-block-syntaxhighlighter-code': showCode,
  EnlighterJSRAW: showCode,
  'wp-caption': showCaptioned,
};

/** The caption of a picture is its title, that of a player stays; other captions are paragraphs. */
function withoutFigure(node: Element): Node[] | undefined {
  if (['img', 'audio', 'video'].some((name) => all(node, name).length > 0)) return undefined;
  const { caption = [], others = [] } = Object.groupBy(node.children, (child) =>
    child.type === 'element' && child.tagName === 'figcaption' ? 'caption' : 'others',
  );
  return [
    element('div', others, node.properties),
    ...caption.flatMap((one) => makeParagraph((one as Element).children)),
  ];
}

/** Who said it is the last paragraph of a quote. */
function withSource(node: Element): undefined {
  node.children = node.children.flatMap((child) => {
    if (child.type !== 'element' || child.tagName !== 'cite' || trimmedText(child) === '') return [child];
    const name = child.children.slice(child.children.findIndex((one) => !isBreak(one)));
    return makeParagraph([{ type: 'text', value: '— ' }, ...name]);
  });
}

function isBreak(node: Node): boolean {
  return node.type === 'text' ? node.value.trim() === '' : node.type === 'element' && node.tagName === 'br';
}

/** The links of a file on a line, without its preview. */
function showFile(node: Element): Node[] {
  return makeParagraph(
    all(node, 'a').flatMap((link, at) => (at === 0 ? [link] : [{ type: 'text', value: ' ' }, link])),
  );
}

function showCover(node: Element): Node[] {
  const inner = withClass(node, 'wp-block-cover__inner-container');
  const text = inner ? inner.children : node.children.filter((child) => !isBackground(child));
  const pictures = node.children.filter((child) => isBackground(child) && isMedia(child));
  return [...pictures.flatMap((one) => makeParagraph([one])), ...showBackground(node), element('div', text)];
}

function isMedia(node: Node): boolean {
  return node.type === 'element' && (node.tagName === 'img' || node.tagName === 'video');
}

function isBackground(node: Node): boolean {
  return (
    node.type === 'element' &&
    ['__image-background', '__video-background', '__background'].some((part) => hasClass(node, `wp-block-cover${part}`))
  );
}

/** The picture of a cover that is the background of an element. */
function showBackground(node: Element): Element[] {
  const fixed = all(node, 'div').find((one) => hasClass(one, 'wp-block-cover__image-background'));
  const style = String(node.properties['style'] ?? fixed?.properties['style'] ?? '');
  const [, quoted, single, bare] = /background-image:\s?url\((?:"([^"]*)"|'([^']*)'|([^"'()]*))\)/i.exec(style) ?? [];
  const url = quoted ?? single ?? bare;
  return !url ? [] : makeParagraph([element('img', [], { src: url, alt: '' })]);
}

/** Verses keep their lines. */
function showLines({ children }: Element): Element {
  return element(
    'p',
    children.flatMap((child) =>
      child.type === 'text'
        ? child.value
            .split('\n')
            .flatMap((line, at): Node[] => [
              ...(at > 0 ? [element('br', [])] : []),
              { type: 'text', value: line.replace(/^ +/, (spaces) => '\u00a0'.repeat(spaces.length)) },
            ])
        : [child],
    ),
  );
}

function showAccordion(node: Element): Node[] {
  const heading = withClass(node, 'wp-block-accordion-heading');
  const title = heading && (withClass(heading, 'wp-block-accordion-heading__toggle-title') ?? heading);
  const panel = withClass(node, 'wp-block-accordion-panel');
  return [makeDetails([{ type: 'text', value: trimmedText(title) }], panel?.children ?? [])];
}

/** WordPress stores their targets in comments. */
function showSocialLinks(node: Element): Node[] | undefined {
  const links = node.children.flatMap((child): Node[] => {
    if (child.type !== 'comment') return child.type === 'element' ? [child] : [];
    const { name, attributes } = readBlock(child.value) ?? {};
    const { url, label, service } = attributes ?? {};
    if (name !== 'social-link' || typeof url !== 'string' || url === '') return [];
    const text: Node = { type: 'text', value: String(label || service || url) };
    return [element('li', [element('a', [text], { href: url })])];
  });
  return links.length === 0 ? [] : [element('ul', links)];
}

/** Code of highlighters that is not in an element of its own. */
function showCode(node: Element): Node[] | undefined {
  const { className, dataEnlighterLanguage } = node.properties;
  const [, brush] = /brush:\s*([\w+#-]+)/.exec([className].flat().join(' ')) ?? [];
  const language = String(dataEnlighterLanguage ?? brush ?? '');
  const isNamed = /^[\w+#-]{1,40}$/.test(language) && language !== 'generic' && language !== 'plain';
  const properties = isNamed ? { className: [`language-${language}`] } : {};
  return [element('pre', [element('code', [{ type: 'text', value: nodeText(node) }], properties)])];
}

/** A picture with its caption, as themes of the classic editor write it. */
function showCaptioned(node: Element): Node[] | undefined {
  const caption = withClass(node, 'wp-caption-text');
  if (!caption || node.tagName === 'figure') return undefined;
  const others = node.children.filter((child) => child !== caption);
  return [element('figure', [...others, element('figcaption', caption.children)])];
}
