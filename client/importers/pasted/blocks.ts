import { CELL_BREAK } from '../html/to-markdown.ts';
import { elementsBelow, nodeText, type Element, type Node } from '../html/nodes.ts';
import { isEmpty } from './drop-chrome.ts';
import { element, isBlank, isElement, rewrite, type Parent } from '../html/tree.ts';

/** Elements that are more than words of a paragraph. */
export const BLOCK = /^(?:p|div|h[1-6]|ul|ol|dl|pre|table|blockquote|hr|figure|details)$/;

/** Normalizes lists, tables, code and figures to valid HTML. */
export function readBlocks(tree: Parent): void {
  joinCode(tree);
  dropBreaks(tree);
  rewrite(tree, (child, parent) => {
    if (isElement(child, 'ul', 'ol')) return [nested(child)];
    if (child.tagName === 'li') return [item(child)];
    if (child.tagName === 'table') return table(child);
    if (child.tagName === 'pre') return [withLanguage(child, parent)];
    if (child.tagName === 'figure') return [figure(child)];
    return [child];
  });
}

/** Removes line breaks that only keep blocks apart. */
function dropBreaks(parent: Parent): void {
  const solid = (parent.children as Node[]).filter((one) => !isBlank(one));
  const isOutside = (at: number) => {
    const one = solid[at];
    return one === undefined || (one.type === 'element' && (one.tagName === 'br' || BLOCK.test(one.tagName)));
  };
  const gone = new Set(solid.filter((one, at) => isElement(one, 'br') && isOutside(at - 1) && isOutside(at + 1)));
  parent.children = (parent.children as Node[]).filter((one) => !gone.has(one));
  for (const child of parent.children) if (child.type === 'element') dropBreaks(child);
}

/** A list that stands beside the items of another belongs to the item above it (Google Docs). */
function nested(list: Element): Element {
  const items: Node[] = [];
  for (const child of list.children) {
    const last = items.at(-1);
    if (isElement(child, 'ul', 'ol') && isElement(last, 'li')) last.children.push(child);
    else if (!isBlank(child)) items.push(child);
  }
  list.children = items;
  return list;
}

/** Most programs write a paragraph in each item; alone it would set the items apart. */
function item(child: Element): Element {
  const paragraphs = child.children.filter((one) => isElement(one, 'p'));
  if (paragraphs.length === 1)
    child.children = child.children.flatMap((one) => (one === paragraphs[0] ? paragraphs[0].children : [one]));
  const { role, ariaChecked } = child.properties;
  if (role === 'checkbox') {
    const box = element('input', [], { type: 'checkbox', checked: String(ariaChecked) === 'true' });
    child.children = [box, ...child.children.filter((one) => !isElement(one, 'img'))];
  }
  return child;
}

/** Markdown has no table without a heading, and no paragraphs in cells. A table of one cell is none. */
function table(child: Element): Node[] {
  const rows = elementsBelow(child, ({ tagName }) => tagName === 'tr');
  const cells = rows.flatMap((row) => row.children.filter((one) => isElement(one, 'td', 'th')));
  if (cells.length === 1) {
    const captions = child.children.filter((one) => isElement(one, 'caption'));
    return [...captions.map((caption) => element('p', caption.children)), ...cells.flatMap((cell) => cell.children)];
  }
  const [first] = rows;
  if (first && first.children.every((cell) => !isElement(cell, 'th')))
    for (const cell of first.children) if (cell.type === 'element') cell.tagName = 'th';
  for (const cell of cells) cell.children = lines(cell.children);
  return [child];
}

/** The blocks of a cell, one below the other. */
function lines(children: readonly Node[]): Node[] {
  const made: Node[] = [];
  for (const child of children) {
    if (isElement(child, 'br')) made.push(element(CELL_BREAK, []));
    else if (isElement(child, 'p', 'div')) {
      if (made.some((one) => !isEmpty(one)) && !isEmpty(child)) made.push(element(CELL_BREAK, []));
      made.push(...lines(child.children));
    } else made.push(child);
  }
  return made;
}

/** The language of the code: GitHub says it in a class of the element around. */
function withLanguage(pre: Element, parent: Parent): Element {
  const [code] = elementsBelow(pre, ({ tagName }) => tagName === 'code');
  const named = [parent, pre, ...(code ? [code] : [])].flatMap((one) =>
    'properties' in one ? one.properties['className'] : [],
  );
  const [, language] = /(?:^|\s)(?:language|lang|highlight-source)-([\w+-]+)/.exec(named.join(' ')) ?? [];
  const text = elementsBelow(pre, ({ tagName }) => tagName === 'br').length > 0 ? textWithBreaks(pre) : nodeText(pre);
  pre.children = [
    element('code', [{ type: 'text', value: text }], language ? { className: [`language-${language}`] } : {}),
  ];
  return pre;
}

function textWithBreaks(node: Node): string {
  if (isElement(node, 'br')) return '\n';
  return node.type === 'element' ? node.children.map(textWithBreaks).join('') : nodeText(node);
}

/** The picture without the link to itself, and a caption without links, so that both are Markdown. */
function figure(child: Element): Element {
  rewrite(child, (one) => (one.tagName === 'a' ? one.children : [one]));
  return child;
}

/** Paragraphs that are code from beginning to end are a block of it, if they are several or have line breaks. */
function joinCode(parent: Parent): void {
  const made: Node[] = [];
  let code: Element[] = [];
  const end = () => {
    const [first] = code;
    const isBlock = code.length > 1 || (first && elementsBelow(first, ({ tagName }) => tagName === 'br').length > 0);
    made.push(...(isBlock ? [element('pre', [{ type: 'text', value: code.map(textWithBreaks).join('\n') }])] : code));
    code = [];
  };
  for (const child of parent.children as Node[]) {
    if (child.type === 'element' && child.tagName === 'p' && isCode(child)) code.push(child);
    else if (code.length === 0 || !isBlank(child)) {
      end();
      if (child.type === 'element') joinCode(child);
      made.push(child);
    }
  }
  end();
  parent.children = made;
}

function isCode({ children }: Element): boolean {
  return (
    children.length > 0 &&
    children.every((one) => isElement(one, 'code', 'br')) &&
    children.some((one) => isElement(one, 'code'))
  );
}
