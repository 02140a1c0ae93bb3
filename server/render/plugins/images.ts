import { sizeIn } from '../../../shared/image-size.ts';
import { isPhrasing } from '../content-names.ts';
import { childrenOf, isBlank, isElement, walk, type Child, type Element, type Parent, type Root } from '../hast.ts';

/**
 * Readies pictures: gives them the size that their address says, marks those that stand alone (`picture`) and those of
 * which nobody knows how large they are (`unsized`), so that pages keep room for them, and lets browsers load them when
 * they come into sight; the first may be in sight from the beginning.
 */
export function tidyImages(tree: Root): void {
  let isFirst = true;
  walk(tree, (image) => {
    if (image.tagName !== 'img') return;
    readSize(image);
    if (!isFirst) image.properties['loading'] = 'lazy';
    image.properties['decoding'] = 'async';
    isFirst = false;
  });
  markAlone(tree);
}

/** Attributes come first; the size in an address is for Markdown, which has none. */
function readSize({ properties }: Element): void {
  if (typeof properties['src'] !== 'string') return;
  const { url, size } = sizeIn(properties['src']);
  properties['src'] = url;
  if (properties['width'] === undefined && properties['height'] === undefined) Object.assign(properties, size);
}

/** What a picture may stand alone in. In tables and rows of `div` they are badges, which are small. */
const around = new Set(['p', 'figure', 'blockquote', 'ul', 'ol', 'li', 'details', 'section']);

function markAlone(parent: Parent): void {
  const children = childrenOf(parent);
  for (const child of children) {
    const image = imageOf(child);
    if (image && children.every((other) => other === child || !isInLine(other))) mark(image);
    else if (isElement(child) && around.has(child.tagName)) markAlone(child);
  }
}

/** A picture, or one that is all there is of a link. */
function imageOf(child: Child): Element | undefined {
  if (!isElement(child)) return undefined;
  if (child.tagName === 'img') return child;
  if (child.tagName !== 'a') return undefined;
  const [only, ...others] = child.children.filter((inside) => !isBlank(inside));
  return isElement(only, 'img') && others.length === 0 ? only : undefined;
}

function isInLine(child: Child): boolean {
  return child.type === 'text' ? !isBlank(child) : isElement(child) && isPhrasing(child.tagName);
}

function mark({ properties }: Element): void {
  const isSized = properties['width'] !== undefined && properties['height'] !== undefined;
  properties['className'] = isSized ? ['picture'] : ['picture', 'unsized'];
}
