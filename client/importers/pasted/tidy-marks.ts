import { nodeText, type Element, type Node } from '../html/nodes.ts';
import { isElement, type Parent } from '../html/tree.ts';

/** One name for each mark. */
const names: Record<string, string> = { b: 'strong', i: 'em', s: 'del', strike: 'del' };
const marks = ['strong', 'em', 'del', 'code'];

/**
 * Joins marks beside each other that say the same, because programs write each run of text by itself, and moves white
 * space out of them, where Markdown could not end them.
 */
export function tidyMarks(parent: Parent): void {
  const children: Node[] = [];
  for (const child of parent.children as Node[]) {
    if (child.type === 'element') {
      child.tagName = names[child.tagName] ?? child.tagName;
      const last = children.at(-1);
      if (isElement(child, ...marks) && isElement(last, child.tagName)) {
        last.children.push(...child.children);
        continue;
      }
    }
    children.push(child);
  }
  parent.children = children.flatMap((child) => {
    if (child.type !== 'element') return [child];
    tidyMarks(child);
    return isElement(child, 'strong', 'em', 'del') ? trimmed(child) : [child];
  });
}

function trimmed(mark: Element): Node[] {
  if (nodeText(mark).trim() === '') return mark.children;
  const before = takeSpace(mark, 'shift');
  const after = takeSpace(mark, 'pop');
  return [...before, mark, ...after.reverse()];
}

/** Takes breaks and white space from one end. */
function takeSpace(mark: Element, end: 'shift' | 'pop'): Node[] {
  const taken: Node[] = [];
  for (;;) {
    const child = mark.children.at(end === 'shift' ? 0 : -1);
    if (child === undefined) return taken;
    if (isElement(child, 'br') || (child.type === 'text' && child.value.trim() === '')) {
      taken.push(child);
      mark.children[end]();
      continue;
    }
    if (child.type !== 'text') return taken;
    const [space] = (end === 'shift' ? /^\s*/ : /(?<!\s)\s*$/).exec(child.value)!;
    child.value =
      end === 'shift' ? child.value.slice(space.length) : child.value.slice(0, child.value.length - space.length);
    return space === '' ? taken : [...taken, { type: 'text', value: space }];
  }
}
