import { holdsPhrasingOnly, isHeading, isPhrasing, isTransparent } from '../content-names.ts';
import { childrenOf, type Child, type Element, type Root } from '../hast.ts';
import { arrange } from './arrange.ts';

/** A `div` around terms in a list of definitions. */
const GROUP = 'group of terms';

/** What the elements around it say about an element. */
interface Place {
  parent: string;
  /** Whether only parts of a line are allowed. */
  line: boolean;
  inLink: boolean;
  inTableHead: boolean;
}

/**
 * Puts elements only where HTML allows them; the parser lets authors do more. Nothing of the text is lost: what is in the
 * wrong place gives its place to what it holds, or becomes a `div`.
 */
export function fitContent(tree: Root): void {
  // Elements that hold, or are, more than a part of a line.
  const blocks = new Set<Child>();

  function fitAll(children: Child[], place: Place): Child[] {
    return children.flatMap((child) => (child.type === 'element' ? fit(child, place) : child));
  }

  function fit(element: Element, place: Place): Child[] {
    const name = nameAt(element.tagName, place);
    if (name === null) return fitAll(element.children, place);
    element.tagName = name;
    element.children = fitAll(element.children, placeIn(name, place));
    if (element.children.some((child) => blocks.has(child))) {
      if (name === 'p') element.tagName = 'div';
      else if (isTransparent(name)) blocks.add(element);
      else if (isPhrasing(name)) return element.children;
    }
    const arranged = arrange(element);
    for (const node of arranged) if (node.type === 'element' && !isPhrasing(node.tagName)) blocks.add(node);
    return arranged;
  }

  tree.children = fitAll(childrenOf(tree), { parent: '', line: false, inLink: false, inTableHead: false });
}

function placeIn(name: string, place: Place): Place {
  return {
    parent: name === 'div' && place.parent === 'dl' ? GROUP : name,
    line: place.line || holdsPhrasingOnly(name),
    inLink: place.inLink || name === 'a',
    inTableHead: name === 'th' || (place.inTableHead && name !== 'td'),
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

/** What an element is called in its place; null when it only gives its children. */
function nameAt(name: string, { parent, line, inLink, inTableHead }: Place): string | null {
  if (name === 'rb' || (inLink && (name === 'a' || name === 'input'))) return null;
  if (inTableHead && (isHeading(name) || name === 'section')) return null;
  const isMisplaced = Object.hasOwn(parents, name) && !parents[name]?.includes(parent);
  if (isMisplaced && isPhrasing(name)) return null;
  const proper = isMisplaced || (inLink && name === 'details') ? 'div' : name;
  return line && !isPhrasing(proper) ? null : proper;
}
