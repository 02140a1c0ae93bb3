import type rehypeSanitize from 'rehype-sanitize';

/** A tree of HTML, as rehype knows it. */
export type Root = Parameters<ReturnType<typeof rehypeSanitize>>[0];
export type Element = Extract<Root['children'][number], { type: 'element' }>;
export type Child = Element['children'][number];
export type Parent = Root | Element;

/** Where an element stands. */
export interface Place {
  parent: Parent;
  /** Whether a link is around it, in which nothing else may be focused. */
  inLink: boolean;
}

/** Calls back for every element, parents before children; children that the call puts in are visited as well. */
export function walk(parent: Parent, visit: (element: Element, place: Place) => void, inLink = false): void {
  for (const child of parent.children) {
    if (child.type !== 'element') continue;
    visit(child, { parent, inLink });
    walk(child, visit, inLink || child.tagName === 'a');
  }
}

/** Puts what the call gives in the place of an element, children before parents; undefined leaves it. */
export function replace(
  parent: Parent,
  by: (element: Element, place: Place) => Child | undefined,
  inLink = false,
): void {
  parent.children = childrenOf(parent).map((child) => {
    if (child.type !== 'element') return child;
    replace(child, by, inLink || child.tagName === 'a');
    return by(child, { parent, inLink }) ?? child;
  });
}

/** What stands in a tree or an element; a sanitised tree has no doctype. */
export function childrenOf(parent: Parent): Child[] {
  return parent.children as Child[];
}

/** A new element. */
export function element(tagName: string, properties: Element['properties'], children: Child[]): Element {
  return { type: 'element', tagName, properties, children };
}

/** Whether it is an element of this name. */
export function isElement(node: Child | undefined, tagName?: string): node is Element {
  return node?.type === 'element' && (tagName === undefined || node.tagName === tagName);
}

/** The text in a node, and the words that stand for its pictures. */
export function textOf(node: Child): string {
  if (node.type === 'text') return node.value;
  if (node.type !== 'element') return '';
  if (node.tagName === 'img') return String(node.properties['alt'] ?? '');
  return node.children.map(textOf).join('');
}

/** Whether it is nothing to read or look at. */
export function isBlank(node: Child): boolean {
  if (node.type === 'text') return node.value.trim() === '';
  return node.type !== 'element' || (node.tagName !== 'img' && node.children.every(isBlank));
}
