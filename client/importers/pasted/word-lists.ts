import { nodeText, type Element, type Node } from '../html/nodes.ts';
import { element, hasClass, isBlank, isElement, rewrite, readStyle, type Parent } from '../html/tree.ts';

/** A list that is still growing, and its level. */
interface OpenList {
  list: Element;
  level: number;
}

/**
 * Turns the paragraphs by which Word writes lists into lists: `mso-list` of their style says the level, and the
 * fallback for older programs has the mark (between comments, or with `mso-list:Ignore`).
 */
export function readWordLists(parent: Parent): void {
  const children: Node[] = [];
  let open: OpenList[] = [];
  for (const child of parent.children as Node[]) {
    const level = child.type === 'element' ? levelOf(child) : undefined;
    if (level !== undefined) {
      const item = child as Element;
      const mark = takeMark(item);
      open = open.filter((one) => one.level <= level);
      const tagName = isNumber(mark) ? 'ol' : 'ul';
      // Another kind of list at the same level is another list.
      if (open.at(-1)?.level === level && open.at(-1)?.list.tagName !== tagName) open.pop();
      if (open.at(-1)?.level !== level) {
        const start = Number.parseInt(mark, 10);
        const list = element(tagName, [], tagName === 'ol' && start > 1 ? { start } : {});
        const above = open.at(-1)?.list.children.at(-1);
        if (isElement(above, 'li')) above.children.push(list);
        else children.push(list);
        open.push({ list, level });
      }
      open.at(-1)!.list.children.push(element('li', item.children));
    } else if (!isBlank(child) || open.length === 0) {
      open = [];
      if (child.type === 'element') readWordLists(child);
      children.push(child);
    }
  }
  parent.children = children;
}

/** The paragraphs of Word that are more than paragraphs. */
export function readWordParagraphs(tree: Parent): void {
  rewrite(tree, (child) => {
    if (child.tagName === 'p' && (hasClass(child, 'MsoTitle') || hasClass(child, 'title')))
      return [element('h1', child.children)];
    if (hasClass(child, 'MsoQuote') || hasClass(child, 'MsoIntenseQuote')) return [element('blockquote', [child])];
    return [child];
  });
}

function levelOf(child: Element): number | undefined {
  if (child.tagName !== 'p') return undefined;
  const [, level] = /\blevel(\d)/.exec(readStyle(child, 'mso-list')) ?? [];
  return level === undefined ? undefined : Number(level);
}

/** Removes the mark of an item. */
function takeMark(item: Element): string {
  let mark = '';
  let isMark = false;
  item.children = item.children.filter((child) => {
    if (child.type === 'comment') isMark = child.value.startsWith('[if !supportLists]');
    if (isMark) mark += nodeText(child);
    return !isMark;
  });
  if (mark !== '') return mark.trim();
  rewrite(item, (child) => {
    if (readStyle(child, 'mso-list') !== 'ignore') return [child];
    mark += nodeText(child);
    return [];
  });
  return mark.trim();
}

function isNumber(mark: string): boolean {
  return /^\(?[\p{L}\p{N}]{1,5}[.)]/u.test(mark);
}
