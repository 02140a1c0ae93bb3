import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import type { EditorView } from '@codemirror/view';

/** A place in the text and the same in its preview, in pixels below the top of each. */
export interface Match {
  text: number;
  page: number;
}

interface Block {
  isHeading: boolean;
  top: number;
}

/** How long the parser may take to reach the end of the text. */
const PARSE_MS = 20;

/**
 * The blocks of a text and their elements in the preview. When there is not one element for each block, as with galleries
 * and footnotes, only the headings; and when their numbers differ too, none.
 *
 * @param prose the element with the rendered text
 */
export function matchingBlocks(view: EditorView, prose: Element): Match[] {
  const text = blocksOf(view);
  const page = [...prose.children].map((element) => ({
    isHeading: /^H[1-6]$/.test(element.tagName),
    top: element.getBoundingClientRect().top,
  }));
  return paired(text, page) ?? paired(text.filter(isHeading), page.filter(isHeading)) ?? [];
}

function paired(text: readonly Block[], page: readonly Block[]): Match[] | null {
  if (text.length !== page.length) return null;
  return text.map(({ top }, at) => ({ text: top, page: page[at]!.top }));
}

function isHeading(block: Block): boolean {
  return block.isHeading;
}

/** The blocks of the text; their tops are those on the screen. */
function blocksOf(view: EditorView): Block[] {
  const { state, documentTop } = view;
  const tree = ensureSyntaxTree(state, state.doc.length, PARSE_MS) ?? syntaxTree(state);
  const blocks: Block[] = [];
  for (let node = tree.topNode.firstChild; node; node = node.nextSibling) {
    if (node.name === 'LinkReference' || node.name === 'CommentBlock') continue;
    blocks.push({ isHeading: /Heading\d$/.test(node.name), top: documentTop + view.lineBlockAt(node.from).top });
  }
  return blocks;
}
