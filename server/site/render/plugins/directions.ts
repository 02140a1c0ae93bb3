import { markDirections, type TreeOf } from '../../../../shared/mark-directions.ts';
import type { Child, Parent, Root } from '../../../html/hast.ts';

/** Gives `dir` to blocks that are wholly of the other direction than the text. */
export function showDirections(root: Root): void {
  markDirections<Parent | Child>(root, tree);
}

const tree: TreeOf<Parent | Child> = {
  nameOf: (node) => (node.type === 'element' ? node.tagName : ''),
  childrenOf: (node) => ('children' in node ? (node.children as Child[]) : []),
  textOf: (node) => (node.type === 'text' ? node.value : ''),
  dirOf: (node) => (node.type === 'element' && node.properties['dir'] ? String(node.properties['dir']) : undefined),
  setDir(node, direction) {
    if (node.type === 'element') node.properties['dir'] = direction;
  },
};
