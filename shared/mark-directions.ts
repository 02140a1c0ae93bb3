import { lettersOf, mainDirection, wholeDirection, type Direction, type Letters } from './text-direction.ts';

/** How to read and change an HTML tree: that of rehype in the server, the DOM in a browser. */
export interface TreeOf<Node> {
  /** In lower case; "" for anything but an element. */
  nameOf(node: Node): string;
  childrenOf(node: Node): Iterable<Node>;
  /** The text of a text node, else "". */
  textOf(node: Node): string;
  dirOf(node: Node): string | undefined;
  setDir(node: Node, direction: Direction): void;
}

// oxfmt-ignore
const blocks = new Set([
  'blockquote', 'caption', 'dd', 'details', 'div', 'dl', 'dt', 'figcaption', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'li',
  'ol', 'p', 'summary', 'table', 'td', 'th', 'ul',
]);

/** They are written from left to right in every text. */
const foreign = new Set(['code', 'math', 'pre']);

/**
 * Gives a block `dir` if all its letters are of the other direction than the block around it. Every other block follows
 * the text, even if it begins with a word of the other direction.
 *
 * @returns the direction of the text; undefined without letters
 */
export function markDirections<Node>(root: Node, tree: TreeOf<Node>): Direction | undefined {
  const counted = new Map<Node, Letters>();
  const letters = countIn(root);
  const direction = mainDirection(letters);
  const isMixed = wholeDirection(letters) === undefined;
  if (direction && isMixed) markIn(root, direction);
  return direction;

  function countIn(node: Node): Letters {
    const sum = lettersOf(tree.textOf(node));
    for (const child of tree.childrenOf(node)) {
      if (foreign.has(tree.nameOf(child))) continue;
      const { all, rightToLeft } = countIn(child);
      sum.all += all;
      sum.rightToLeft += rightToLeft;
    }
    counted.set(node, sum);
    return sum;
  }

  function markIn(parent: Node, around: Direction): void {
    for (const child of tree.childrenOf(parent)) {
      const own = tree.dirOf(child);
      // Blocks with `auto` decide for themselves.
      if (foreign.has(tree.nameOf(child)) || (own !== undefined && own !== 'ltr' && own !== 'rtl')) continue;
      const whole = blocks.has(tree.nameOf(child)) ? wholeDirection(counted.get(child)!) : undefined;
      if (own === undefined && whole && whole !== around) tree.setDir(child, whole);
      markIn(child, own ?? whole ?? around);
    }
  }
}
