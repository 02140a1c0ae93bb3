import {
  childrenOf,
  isBlank,
  isElement,
  nodeText,
  type Child,
  type Element,
  type Parent,
  type Root,
} from '../../../html/hast.ts';
import { isHeading } from '../content-names.ts';

/** Removes elements without content: headings, links, images and times that lack their text, target or value. */
export function dropEmpty(tree: Root): void {
  drop(tree);
}

function drop(parent: Parent): void {
  parent.children = childrenOf(parent).flatMap((child): Child[] => {
    if (!isElement(child)) return [child];
    drop(child);
    const { tagName, properties, children } = child;
    if (tagName === 'img' && properties['src'] === undefined) return text(String(properties['alt']));
    // Without datetime, its text must be a machine-readable date.
    if (tagName === 'time' && properties['dateTime'] === undefined) return children;
    if (tagName === 'a' && properties['href'] !== undefined && isNameless(child)) nameLink(child);
    if (tagName === 'th' && isNameless(child)) {
      child.tagName = 'td';
      delete properties['scope'];
    }
    if (!isHeading(tagName) || !isNameless(child)) return [child];
    child.tagName = 'p';
    return children.every(isBlank) ? [] : [child];
  });
}

/** Whether it has no accessible name. */
function isNameless(node: Element): boolean {
  return nodeText(node).trim() === '';
}

/** Labels a link on an image without alternative text by its URL; a link without content loses its target. */
function nameLink(link: Element): void {
  if (link.children.every(isBlank)) delete link.properties['href'];
  else link.properties['ariaLabel'] ??= link.properties['href'];
}

function text(value: string): Child[] {
  return value === '' ? [] : [{ type: 'text', value }];
}
