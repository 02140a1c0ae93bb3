import { isPhrasing } from './content-names.ts';
import type { Parent } from '../../html/hast.ts';

/** The text of a tree, with line feeds around block elements. */
export function readableText(tree: Parent): string {
  const pieces: string[] = [];
  gather(tree, pieces);
  return pieces.join('');
}

function gather(parent: Parent, pieces: string[]): void {
  for (const child of parent.children) {
    if (child.type === 'text') pieces.push(child.value);
    // Players contain a link for programs that cannot play.
    if (child.type !== 'element' || child.tagName === 'audio' || child.tagName === 'video') continue;
    if (!isPhrasing(child.tagName)) pieces.push('\n');
    gather(child, pieces);
    if (!isPhrasing(child.tagName)) pieces.push('\n');
  }
}
