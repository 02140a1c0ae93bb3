import { childrenOf, isBlank, isElement, textOf, type Child, type Element, type Parent, type Root } from '../hast.ts';
import { isHeading } from '../content-names.ts';

/** Leaves out what shows or says nothing: headings, links, pictures and times without what they are about. */
export function dropEmpty(tree: Root): void {
  drop(tree);
}

function drop(parent: Parent): void {
  parent.children = childrenOf(parent).flatMap((child): Child[] => {
    if (!isElement(child)) return [child];
    drop(child);
    const { tagName, properties, children } = child;
    if (tagName === 'img' && properties['src'] === undefined) return text(String(properties['alt']));
    // Without it, what stands inside would have to be a date in one of the forms for programs.
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

/** Whether a screen reader finds nothing to say. */
function isNameless(node: Element): boolean {
  return textOf(node).trim() === '';
}

/** A picture without a description is called what it leads to; without a picture, nobody can follow the link. */
function nameLink(link: Element): void {
  if (link.children.every(isBlank)) delete link.properties['href'];
  else link.properties['ariaLabel'] ??= link.properties['href'];
}

function text(value: string): Child[] {
  return value === '' ? [] : [{ type: 'text', value }];
}
