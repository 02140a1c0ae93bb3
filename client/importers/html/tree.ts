import type { Element, Node, Root } from './nodes.ts';

/** A node with children. */
export type Parent = Root | Element;

/** An element without attributes. */
export function element(tagName: string, children: Node[], properties: Element['properties'] = {}): Element {
  return { type: 'element', tagName, properties, children };
}

/** Replaces each element below a node, the innermost first, by what `change` makes of it. */
export function rewrite(parent: Parent, change: (element: Element, parent: Parent) => Node[]): void {
  parent.children = (parent.children as Node[]).flatMap((child) => {
    if (child.type !== 'element') return [child];
    rewrite(child, change);
    return change(child, parent);
  });
}

/** The value of a property in the `style` attribute, in lower case; "" when there is none. The last one counts. */
export function readStyle({ properties }: Element, name: string): string {
  const declarations = String(properties['style'] ?? '')
    .toLowerCase()
    .split(';');
  const found = declarations.findLast((declaration) => declaration.split(':', 1)[0]?.trim() === name) ?? '';
  return found.slice(found.indexOf(':') + 1).trim();
}

/** Whether an element has a class. */
export function hasClass({ properties }: Element, name: string): boolean {
  const { className } = properties;
  return Array.isArray(className) && className.includes(name);
}

/** Whether a node is white space. */
export function isBlank(node: Node): boolean {
  return node.type === 'text' && node.value.trim() === '';
}

/** Whether a node is an element of one of these names. */
export function isElement<N extends string>(
  node: Node | undefined,
  ...names: readonly N[]
): node is Element & { tagName: N } {
  return node?.type === 'element' && names.some((name) => name === node.tagName);
}
