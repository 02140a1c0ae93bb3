import { isPhrasing } from '../content-names.ts';
import { childrenOf, element, isBlank, isElement, type Child, type Parent, type Root } from '../../../html/hast.ts';

/** Wraps a checkbox and the text after it in a label; a checkbox without text becomes a character. */
export function labelCheckboxes(tree: Root): void {
  label(tree);
}

/** Returns whether it contains a checkbox. */
function label(parent: Parent): boolean {
  const children = childrenOf(parent);
  const withBoxes = new Set(children.filter((child) => isElement(child) && label(child)));
  const boxes = children.filter((child) => isElement(child, 'input'));
  if (boxes.length === 0) return withBoxes.size > 0;
  const result: Child[] = [];
  for (let at = 0; at < children.length; at++) {
    const child = children[at]!;
    if (!isElement(child, 'input')) {
      result.push(child);
      continue;
    }
    let end = at + 1;
    while (end < children.length && isLabel(children[end]!, withBoxes)) end++;
    const words = children.slice(at + 1, end);
    if (words.every(isBlank)) result.push({ type: 'text', value: child.properties['checked'] ? '☑' : '☐' }, ...words);
    else result.push(element('label', {}, [child, ...words]));
    at = end - 1;
  }
  parent.children = result;
  return true;
}

function isLabel(node: Child, withBoxes: Set<Child>): boolean {
  return !isElement(node) || (isPhrasing(node.tagName) && node.tagName !== 'input' && !withBoxes.has(node));
}
