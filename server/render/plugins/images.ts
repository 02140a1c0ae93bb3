import { sizeIn } from '../../../shared/image-size.ts';
import { isPhrasing } from '../content-names.ts';
import { childrenOf, isBlank, isElement, walk, type Child, type Element, type Parent, type Root } from '../hast.ts';

/**
 * Prepares images: sets the size from their URLs, and marks standalone images (`picture`) and those of unknown size
 * (`unsized`), to avoid layout shifts. All except the first are loaded lazily.
 */
export function prepareImages(tree: Root): void {
  let isFirst = true;
  walk(tree, (image) => {
    if (image.tagName !== 'img') return;
    readSize(image);
    if (!isFirst) image.properties['loading'] = 'lazy';
    image.properties['decoding'] = 'async';
    isFirst = false;
  });
  markStandalone(tree);
}

/** Reads the size from the URL, a substitute for attributes, which Markdown lacks. */
function readSize({ properties }: Element): void {
  if (typeof properties['src'] !== 'string') return;
  const { url, size } = sizeIn(properties['src']);
  properties['src'] = url;
  if (properties['width'] === undefined && properties['height'] === undefined) Object.assign(properties, size);
}

/** The parents of standalone images. In tables and `div` elements images are usually badges. */
const containers = new Set(['p', 'figure', 'blockquote', 'ul', 'ol', 'li', 'details', 'section']);

function markStandalone(parent: Parent): void {
  const children = childrenOf(parent);
  for (const child of children) {
    const image = imageOf(child);
    if (image && children.every((other) => other === child || !isInline(other))) mark(image);
    else if (isElement(child) && containers.has(child.tagName)) markStandalone(child);
  }
}

/** An image, or the image that is the only content of a link. */
function imageOf(child: Child): Element | undefined {
  if (!isElement(child)) return undefined;
  if (child.tagName === 'img') return child;
  if (child.tagName !== 'a') return undefined;
  const [only, ...others] = child.children.filter((inside) => !isBlank(inside));
  return isElement(only, 'img') && others.length === 0 ? only : undefined;
}

function isInline(child: Child): boolean {
  return child.type === 'text' ? !isBlank(child) : isElement(child) && isPhrasing(child.tagName);
}

function mark({ properties }: Element): void {
  const isSized = properties['width'] !== undefined && properties['height'] !== undefined;
  properties['className'] = isSized ? ['picture'] : ['picture', 'unsized'];
}
