import { holdsPhrasingOnly, isHeading, isPhrasing, isTransparent } from '../content-names.ts';
import { childrenOf, type Child, type Element, type Root } from '../../../html/hast.ts';
import { arrange } from './arrange.ts';

/** A `div` around terms in a description list. */
const GROUP = 'group of terms';

/** The context that the ancestors of an element define. */
interface Context {
  parent: string;
  /** Whether only phrasing content is allowed. */
  phrasing: boolean;
  inLink: boolean;
  inTableHead: boolean;
}

/**
 * Enforces the content model of HTML, which the parser does not. No text is lost: a misplaced element is replaced by
 * its children, or becomes a `div`.
 */
export function fitContent(tree: Root): void {
  // Elements that are or contain flow content.
  const blocks = new Set<Child>();

  function fitAll(children: Child[], context: Context): Child[] {
    return children.flatMap((child) => (child.type === 'element' ? fit(child, context) : child));
  }

  function fit(element: Element, context: Context): Child[] {
    const name = nameAt(element.tagName, context);
    if (name === null) return fitAll(element.children, context);
    element.tagName = name;
    element.children = fitAll(element.children, contextIn(name, context));
    if (element.children.some((child) => blocks.has(child))) {
      if (name === 'p') element.tagName = 'div';
      else if (isTransparent(name)) blocks.add(element);
      else if (isPhrasing(name)) return element.children;
    }
    const arranged = arrange(element);
    for (const node of arranged) if (node.type === 'element' && !isPhrasing(node.tagName)) blocks.add(node);
    return arranged;
  }

  tree.children = fitAll(childrenOf(tree), { parent: '', phrasing: false, inLink: false, inTableHead: false });
}

function contextIn(name: string, context: Context): Context {
  return {
    parent: name === 'div' && context.parent === 'dl' ? GROUP : name,
    phrasing: context.phrasing || holdsPhrasingOnly(name),
    inLink: context.inLink || name === 'a',
    inTableHead: name === 'th' || (context.inTableHead && name !== 'td'),
  };
}

const parents: Record<string, readonly string[]> = {
  li: ['ul', 'ol'],
  dt: ['dl', GROUP],
  dd: ['dl', GROUP],
  summary: ['details'],
  figcaption: ['figure'],
  rt: ['ruby'],
  rp: ['ruby'],
};

/** The valid tag name of an element in its context; null to replace it by its children. */
function nameAt(name: string, { parent, phrasing, inLink, inTableHead }: Context): string | null {
  if (name === 'rb' || (inLink && (name === 'a' || name === 'input'))) return null;
  if (inTableHead && (isHeading(name) || name === 'section')) return null;
  const isMisplaced = Object.hasOwn(parents, name) && !parents[name]?.includes(parent);
  if (isMisplaced && isPhrasing(name)) return null;
  const proper = isMisplaced || (inLink && name === 'details') ? 'div' : name;
  return phrasing && !isPhrasing(proper) ? null : proper;
}
