import { markDirections, type TreeOf } from '../../../shared/mark-directions.ts';
import type { Direction } from '../../../shared/text-direction.ts';

/**
 * Gives `dir` to blocks that are wholly of the other direction than the text, as server/site/render/plugins/directions.ts.
 *
 * @returns the direction of the text, for the element around it
 */
export function showDirections(text: DocumentFragment): Direction | 'auto' {
  return markDirections<Node>(text, tree) ?? 'auto';
}

const tree: TreeOf<Node> = {
  nameOf: (node) => (node instanceof Element ? node.localName : ''),
  childrenOf: (node) => node.childNodes,
  textOf: (node) => (node instanceof Text ? node.data : ''),
  dirOf: (node) => (node instanceof Element && node.getAttribute('dir')) || undefined,
  setDir: (node, direction) => node instanceof Element && node.setAttribute('dir', direction),
};
