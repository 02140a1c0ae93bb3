import { fromParse5 } from 'hast-util-from-parse5';
import { defaultTreeAdapter, parseFragment, type DefaultTreeAdapterTypes } from 'parse5';

import { DEEPEST, Unfit } from '../unfit.ts';
import type { Root } from './nodes.ts';
import { withoutUnclosed } from './unclosed.ts';

type Fragment = DefaultTreeAdapterTypes.DocumentFragment;
type Parent = DefaultTreeAdapterTypes.ParentNode;

/**
 * The largest sum of the depths of all elements and lines: in Markdown, each line of a list in a list repeats the
 * indentation of all of them. A post with 50,000 elements has a million.
 */
const MOST_DEPTHS = 10_000_000;

/**
 * Parses a part of an HTML document, without positions. No element that is not closed hides what follows. What follows the tree recursively is safe: it is not deep.
 *
 * @throws Unfit if elements are nested deeper than 200, or too many of them are deep
 */
export function parseHtml(html: string): Root {
  const tree = parseFragment(withoutUnclosed(html), { scriptingEnabled: false, treeAdapter: notDeep() });
  checkTree(tree);
  return fromParse5(tree) as Root;
}

/** Ends the parser when too many elements are open: each of them makes the next ones slower. */
function notDeep(): typeof defaultTreeAdapter {
  let open = 0;
  return {
    ...defaultTreeAdapter,
    onItemPush() {
      // The parser has a root of its own.
      if (++open > DEEPEST + 1) throw tooDeep();
    },
    onItemPop() {
      open--;
    },
  };
}

/** Badly nested tags make the tree deeper than the elements that were open at once. */
function checkTree(tree: Fragment): void {
  const waiting: { parent: Parent; depth: number }[] = [{ parent: tree, depth: 0 }];
  let depths = 0;
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const depth = next.depth + 1;
    for (const child of next.parent.childNodes) {
      if ('childNodes' in child) waiting.push({ parent: child, depth });
      if ('content' in child) waiting.push({ parent: child.content, depth });
      depths += depth * (defaultTreeAdapter.isTextNode(child) ? linesIn(child.value) : 1);
    }
    if (next.depth > DEEPEST) throw tooDeep();
    if (depths > MOST_DEPTHS) throw new Unfit('Too many of its lines are deep in lists or other elements: split it.');
  }
}

function linesIn(text: string): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}

function tooDeep(): Unfit {
  return new Unfit(`Its elements are nested deeper than ${DEEPEST}: remove tags around the text, or close them.`);
}
