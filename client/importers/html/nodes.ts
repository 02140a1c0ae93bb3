import type { sanitize } from 'hast-util-sanitize';

/** A parsed document or fragment. */
export type Root = Extract<ReturnType<typeof sanitize>, { type: 'root' }>;
export type Element = Extract<Root['children'][number], { type: 'element' }>;
export type Node = Element['children'][number];
export type Text = Extract<Node, { type: 'text' }>;

/** The elements with a tag name below a node, in order. */
export function all(node: Element, tagName: string): Element[] {
  return elementsBelow(node, (one) => one.tagName === tagName);
}

/** The elements below a node for which a condition holds, in order. */
export function elementsBelow(node: Element, isWanted: (element: Element) => boolean): Element[] {
  return node.children.flatMap((child) =>
    child.type === 'element' ? [...(isWanted(child) ? [child] : []), ...elementsBelow(child, isWanted)] : [],
  );
}

/** The text of a node, as it is written. */
export function nodeText(node: Node): string {
  if (node.type === 'text') return node.value;
  return 'children' in node ? node.children.map(nodeText).join('') : '';
}
