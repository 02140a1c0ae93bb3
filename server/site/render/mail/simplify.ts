import {
  childrenOf,
  element,
  isBlank,
  isElement,
  nodeText,
  type Child,
  type Element,
  type Parent,
} from '../../../html/hast.ts';
import { formulaAsText } from './formula.ts';

/**
 * Simplifies the HTML of the site for mails, in both parts: without what only pages have, such as anchors of headings,
 * colours of code and links to large pictures; with formulas and ticks as text.
 */
export function simplify(parent: Parent): void {
  parent.children = childrenOf(parent).flatMap((child) => {
    if (!isElement(child)) return child.type === 'text' ? [child] : [];
    const replacement = simpler(child);
    if (replacement) return replacement;
    simplify(child);
    return isWrapper(child) ? childrenOf(child) : [child];
  });
}

/** The classes of an element. */
export function classesOf({ properties }: Element): string[] {
  return [properties['className']].flat().map(String);
}

function simpler(node: Element): Child[] | undefined {
  const { tagName, properties } = node;
  if (classesOf(node).some((name) => name === 'anchor' || name === 'sr-only')) return [];
  if (properties['dataFootnoteBackref'] !== undefined) return [];
  if (tagName === 'input') return [{ type: 'text', value: properties['checked'] === undefined ? '☐' : '☑' }];
  if (tagName === 'math') return [formula(node)];
  if (tagName === 'pre') return [element('pre', {}, [{ type: 'text', value: nodeText(node).replace(/\n$/, '') }])];
  return undefined;
}

function formula(math: Element): Element {
  const isBlock = math.properties['display'] === 'block';
  return element(isBlock ? 'p' : 'span', { className: ['formula'], dir: 'ltr' }, formulaAsText(math));
}

/** Whether an element says nothing in a mail but what its children say. */
function isWrapper(node: Element): boolean {
  const classes = classesOf(node);
  if (node.tagName === 'a') return classes.includes('enlarge') || isBlank(node);
  if (node.tagName === 'div' && classes.includes('scroll'))
    return !childrenOf(node).some((child) => isElement(child, 'table'));
  return node.tagName === 'label';
}
