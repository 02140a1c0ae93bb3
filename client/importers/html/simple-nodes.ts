import { element, hasClass } from './tree.ts';
import { all, elementsBelow, nodeText, type Element, type Node, type Root } from './nodes.ts';

/** Replaces nodes by what `plainOf` makes of them, the outermost first; undefined leaves one as it is. */
export function replaceNodes(parent: Root | Element, plainOf: (node: Node) => Node[] | undefined): void {
  parent.children = (parent.children as Node[]).flatMap((child) => {
    const plain = plainOf(child) ?? [child];
    for (const one of plain) if (one.type === 'element') replaceNodes(one, plainOf);
    return plain;
  });
}

/** The first element with a class below a node. */
export function withClass(node: Element, name: string): Element | undefined {
  return elementsBelow(node, (one) => hasClass(one, name))[0];
}

/** A paragraph; none without content. */
export function makeParagraph(children: Node[]): Element[] {
  const hasContent = children.some((child) => child.type === 'element' || trimmedText(child) !== '');
  return hasContent ? [element('p', children)] : [];
}

/** A section that readers open. @param children of its title */
export function makeDetails(title: Node[], content: Node[]): Element {
  return element('details', [element('summary', title), ...content]);
}

/** Links in paragraphs of their own, which are what the site has for buttons. Those without a target are text. */
export function findButtons(node: Element): Element[] {
  const links = node.tagName === 'a' ? [node] : all(node, 'a');
  if (links.length === 0) return makeParagraph(node.children);
  return links.flatMap((link) => {
    const { href } = link.properties;
    const text = trimmedText(link);
    if (text === '') return [];
    const label: Node = { type: 'text', value: text };
    return makeParagraph([typeof href === 'string' && href !== '' ? element('a', [label], { href }) : label]);
  });
}

/** The text of a node on one line. */
export function trimmedText(node: Node | undefined): string {
  return node === undefined ? '' : nodeText(node).replace(/\s+/g, ' ').trim();
}
