import { embedded, isEmbedOfWordPress, makeLink, findPlayer } from './embedded.ts';
import { isLargeTable } from './large-table.ts';
import type { Element, Node, Root, Text } from './nodes.ts';

/** Elements whose content `toMdast` leaves out. */
export const unwrapped = {
  blocks: ['datalist', 'dialog', 'frameset', 'isindex', 'menu', 'optgroup', 'option', 'title'],
  inline: [
    'applet',
    'command',
    'content',
    'element',
    'math',
    'menuitem',
    'nextid',
    'select',
    'shadow',
    'spacer',
    'svg',
  ],
};
/** Elements that are left out together with their content. */
const leftOut = new Set(['noembed', 'noframes', 'template']);
/** Elements that show no more than the white space in them. */
const nothingWhenBlank = new Set(
  (
    'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark q s samp small span strike strong ' +
    'sub sup time tt u var'
  ).split(' '),
);

/**
 * Removes comments, blank parts of lines, of which thousands in a row would take time that grows with their square, and
 * the elements that Google Docs puts around everything. Embedded content becomes a link, also in elements that stay
 * HTML.
 */
export function prepare(parent: Root | Element, notes: Set<string>): void {
  const children = (parent.children as Node[]).flatMap((child) => {
    if (child.type === 'comment') return [];
    if (child.type !== 'element') return [child];
    if (embedded.has(child.tagName) || isEmbedOfWordPress(child)) {
      return findPlayer(child) ?? makeLink(child, notes, () => prepare(child, notes));
    }
    if (leftOut.has(child.tagName)) {
      notes.add(`An element <${child.tagName}> was left out.`);
      return [];
    }
    prepare(child, notes);
    if (strikes.has(child.tagName)) unwrapStrikes(child);
    if (unwrapped.blocks.includes(child.tagName)) return [space(), ...child.children, space()];
    if (child.tagName === 'table') return [...captionsOf(child), child];
    if (nothingWhenBlank.has(child.tagName) && child.children.every(isBlank)) return child.children;
    const isWrapper =
      child.tagName === 'b' && /(?:^|[;\s])font-weight:\s*normal/.test(String(child.properties['style'] ?? ''));
    return isWrapper ? child.children : [child];
  });
  parent.children = withJoinedTexts(children);
}

const strikes = new Set(['del', 's', 'strike']);

/** Removes the strikes in another one, which in Markdown would be the beginning of a block of code. */
function unwrapStrikes(parent: Element): void {
  parent.children = parent.children.flatMap((child) => {
    if (child.type !== 'element') return [child];
    unwrapStrikes(child);
    return strikes.has(child.tagName) ? child.children : [child];
  });
}

function space(): Text {
  return { type: 'text', value: ' ' };
}

/** The captions of a table as paragraphs before it, since tables in Markdown have none. */
function captionsOf(table: Element): Element[] {
  if (isLargeTable(table)) return [];
  const captions = table.children.filter((child) => child.type === 'element' && child.tagName === 'caption');
  table.children = table.children.filter((child) => !captions.includes(child));
  return captions.map((caption) => ({ ...(caption as Element), tagName: 'p' }));
}

function isBlank(node: Node): node is Text {
  return node.type === 'text' && node.value.trim() === '';
}

function withJoinedTexts(nodes: readonly Node[]): Node[] {
  const joined: Node[] = [];
  for (const node of nodes) {
    const before = joined.at(-1);
    if (before?.type === 'text' && node.type === 'text') before.value += node.value;
    else joined.push(node);
  }
  return joined;
}
