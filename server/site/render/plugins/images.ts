import { arrangeImages, type HtmlTree } from '../../../../shared/arrange-images.ts';
import { lookIn } from '../../../../shared/image-look.ts';
import { sizeIn } from '../../../../shared/image-size.ts';
import { isPhrasing } from '../content-names.ts';
import { childrenOf, element, isBlank, walk, type Child, type Element, type Root } from '../../../html/hast.ts';

/**
 * Sets the size of images from their URLs, and arranges them. The first one is loaded with priority, all others lazily.
 *
 * @param label the name of links on images without alternative text
 */
export function prepareImages(tree: Root, label: string): void {
  let isFirst = true;
  walk(tree, ({ tagName, properties }) => {
    if (tagName !== 'img') return;
    readLook(properties);
    readSize(properties);
    if (isFirst) properties['fetchPriority'] = 'high';
    else properties['loading'] = 'lazy';
    properties['decoding'] = 'async';
    isFirst = false;
  });
  arrangeImages(hast, tree, label);
  walk(tree, ({ properties }) => {
    delete properties['dataLook'];
  });
}

const hast: HtmlTree<Child | Root> = {
  nameOf: (node) => (node.type === 'element' ? node.tagName : null),
  childrenOf: (node) => ('children' in node ? childrenOf(node) : []),
  setChildren: (node, children) => Object.assign(node, { children }),
  isBlank: (node) => node.type === 'root' || isBlank(node),
  isPhrasing: (node) => node.type === 'element' && isPhrasing(node.tagName),
  attributesOf: (node) =>
    node.type === 'element'
      ? Object.fromEntries(
          Object.entries(node.properties).map(([name, value]) => [attributeName(name), [value].flat().join(' ')]),
        )
      : {},
  setAttribute(node, name, value) {
    if (node.type !== 'element') return;
    if (value === null) delete node.properties[name === 'data-look' ? 'dataLook' : name];
    else Object.assign(node.properties, propertiesOf({ [name]: value }));
  },
  create: (name, attributes, children) =>
    element(
      name,
      propertiesOf(attributes),
      children.map((child) => (typeof child === 'string' ? { type: 'text', value: child } : (child as Child))),
    ),
};

function propertiesOf({
  class: className,
  'aria-label': ariaLabel,
  'data-look': dataLook,
  ...others
}: Readonly<Record<string, string>>) {
  return {
    ...(className !== undefined && { className: className.split(' ') }),
    ...others,
    ...(ariaLabel !== undefined && { ariaLabel }),
    ...(dataLook !== undefined && { dataLook }),
  };
}

function attributeName(property: string): string {
  return property === 'dataLook' ? 'data-look' : property;
}

/** Takes the look from the URL; `arrangeImages` gives it to the figure. Authors cannot write the attribute. */
function readLook(properties: Element['properties']): void {
  delete properties['dataLook'];
  if (typeof properties['src'] !== 'string') return;
  const { url, look } = lookIn(properties['src']);
  properties['src'] = url;
  if (look !== undefined) properties['dataLook'] = look;
}

/** Reads the size from the URL, a substitute for attributes, which Markdown lacks. */
function readSize(properties: Element['properties']): void {
  if (typeof properties['src'] !== 'string') return;
  const { url, size } = sizeIn(properties['src']);
  properties['src'] = url;
  if (properties['width'] === undefined && properties['height'] === undefined) Object.assign(properties, size);
}
