import { nodeText, type Element, type Node } from '../html/nodes.ts';
import { hasClass, isElement, rewrite, readStyle, type Parent } from '../html/tree.ts';

const never = new Set(['style', 'script', 'noscript', 'template', 'title', 'meta', 'link', 'xml', 'svg', 'colgroup']);
/**
 * Classes of elements that pages show beside their text: links to edit a section (Wikipedia) and marks of its sources.
 */
const beside = ['mw-editsection', 'mw-jump-link', 'reference', 'noprint', 'visually-hidden', 'sr-only'];

/** Removes elements without readable text: styles, scripts, controls, hidden elements and empty links. */
export function dropChrome(tree: Parent): void {
  rewrite(tree, (element) => (isDropped(element) ? [] : [withSpaces(element)]));
}

function isDropped(element: Element): boolean {
  const { tagName, properties } = element;
  if (never.has(tagName) || beside.some((name) => hasClass(element, name))) return true;
  if (readStyle(element, 'display') === 'none' || readStyle(element, 'mso-hide') === 'all') return true;
  if (tagName === 'input') return properties['type'] !== 'checkbox';
  if (tagName === 'a') return isEmpty(element);
  return tagName === 'o:p' && nodeText(element).trim() === '';
}

/** Whether it shows nothing. */
export function isEmpty(node: Node): boolean {
  if (node.type === 'text') return node.value.trim() === '';
  return !isElement(node, 'img', 'input', 'hr') && (!('children' in node) || node.children.every(isEmpty));
}

/** Browsers and Word write several spaces as ones that do not break. */
function withSpaces(element: Element): Element {
  if (hasClass(element, 'Apple-converted-space') || readStyle(element, 'mso-spacerun') === 'yes')
    element.children = [{ type: 'text', value: ' ' }];
  return element;
}
