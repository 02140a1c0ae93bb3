import type rehypeSanitize from 'rehype-sanitize';

/** An HTML tree of rehype. */
export type Root = Parameters<ReturnType<typeof rehypeSanitize>>[0];
export type Element = Extract<Root['children'][number], { type: 'element' }>;
export type Child = Element['children'][number];
export type Parent = Root | Element;

/** The context of an element. */
export interface Context {
  parent: Parent;
  /** Whether it is inside a link, which must not contain other focusable elements. */
  inLink: boolean;
}

/** Visits every element, parents before children; children that `visit` adds are visited too. */
export function walk(parent: Parent, visit: (element: Element, context: Context) => void, inLink = false): void {
  for (const child of parent.children) {
    if (child.type !== 'element') continue;
    visit(child, { parent, inLink });
    walk(child, visit, inLink || child.tagName === 'a');
  }
}

/** Replaces elements by the result of `by`, children before parents; undefined keeps the element. */
export function replace(
  parent: Parent,
  by: (element: Element, context: Context) => Child | undefined,
  inLink = false,
): void {
  parent.children = childrenOf(parent).map((child) => {
    if (child.type !== 'element') return child;
    replace(child, by, inLink || child.tagName === 'a');
    return by(child, { parent, inLink }) ?? child;
  });
}

/** The children of a tree or element; a sanitised tree has no doctype. */
export function childrenOf(parent: Parent): Child[] {
  return parent.children as Child[];
}

/** Creates an element. */
export function element(tagName: string, properties: Element['properties'], children: Child[]): Element {
  return { type: 'element', tagName, properties, children };
}

/** Whether it is an element, optionally with this name. */
export function isElement(node: Child | undefined, tagName?: string): node is Element {
  return node?.type === 'element' && (tagName === undefined || node.tagName === tagName);
}

/** The text of a node, with the alternative texts of its images. */
export function nodeText(node: Child): string {
  if (node.type === 'text') return node.value;
  if (node.type !== 'element') return '';
  if (node.tagName === 'img') return String(node.properties['alt'] ?? '');
  return node.children.map(nodeText).join('');
}

/** Whether it has neither text nor an image. */
export function isBlank(node: Child): boolean {
  if (node.type === 'text') return node.value.trim() === '';
  return node.type !== 'element' || (node.tagName !== 'img' && node.children.every(isBlank));
}
