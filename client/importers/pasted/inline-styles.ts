import { nodeText, type Element, type Node } from '../html/nodes.ts';
import { element, isElement, rewrite, readStyle, type Parent } from '../html/tree.ts';

const MONOSPACE = /mono|courier|consolas|menlo/;

/**
 * Turns spans with formatting styles, as Google Docs and browsers write them, into elements, and removes elements whose
 * style cancels their meaning.
 */
export function readStyles(tree: Parent): void {
  rewrite(tree, (child) => {
    if (isElement(child, 'b', 'strong') && isNormal(child, 'font-weight')) return child.children;
    if (isElement(child, 'i', 'em') && isNormal(child, 'font-style')) return child.children;
    if (!isElement(child, 'span', 'font')) return [child];
    return namesOf(child).reduce<Node[]>((inner, name) => [element(name, inner)], child.children);
  });
  rewrite(tree, (child) => {
    // A heading is bold by itself.
    if (/^h[1-6]$/.test(child.tagName)) rewrite(child, (one) => (isElement(one, 'b', 'strong') ? one.children : [one]));
    return [child];
  });
}

function isNormal(child: Element, property: string): boolean {
  return ['normal', '400'].includes(readStyle(child, property));
}

function namesOf(span: Element): string[] {
  const weight = readStyle(span, 'font-weight');
  const decoration = readStyle(span, 'text-decoration') || readStyle(span, 'text-decoration-line');
  const align = readStyle(span, 'vertical-align');
  const isPre = readStyle(span, 'white-space').startsWith('pre') && nodeText(span).includes('\n');
  if (MONOSPACE.test(readStyle(span, 'font-family')) && nodeText(span).trim() !== '') return [isPre ? 'pre' : 'code'];
  return [
    ...(align === 'super' ? ['sup'] : align === 'sub' ? ['sub'] : []),
    ...(decoration.includes('line-through') ? ['del'] : []),
    ...(readStyle(span, 'font-style') === 'italic' ? ['em'] : []),
    ...(weight.startsWith('bold') || Number(weight) >= 600 ? ['strong'] : []),
  ];
}
