import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';

/** What a block shows in place of its Markdown. */
export type BlockKind = 'pictures' | 'table' | 'formula' | 'html' | 'card';

/** A block that is shown as a whole. */
export interface Block {
  kind: BlockKind;
  /** The beginning of its first line, and the end of its last one. */
  from: number;
  to: number;
}

/** The blocks of a text that are shown as a whole, in order. Pictures that follow each other are one gallery. */
export function findBlocks(state: EditorState): Block[] {
  const blocks: Block[] = [];
  for (let node = syntaxTree(state).topNode.firstChild; node; node = node.nextSibling) {
    const kind = blockKind(node, state);
    if (!kind) continue;
    const from = state.doc.lineAt(node.from).from;
    const { to } = state.doc.lineAt(node.to);
    const last = blocks.at(-1);
    const isJoined = kind === 'pictures' && last?.kind === kind && state.sliceDoc(last.to, from).trim() === '';
    if (isJoined) last.to = to;
    else blocks.push({ kind, from, to });
  }
  return blocks;
}

function blockKind(node: SyntaxNode, state: EditorState): BlockKind | null {
  if (node.name === 'Table') return 'table';
  if (node.name === 'HTMLBlock') return 'html';
  if (node.name === 'FormulaBlock') return 'formula';
  if (node.name === 'FencedCode') {
    const info = node.getChild('CodeInfo');
    return info && state.sliceDoc(info.from, info.to) === 'math' ? 'formula' : null;
  }
  return node.name === 'Paragraph' ? kindOfParagraph(node, state) : null;
}

/** A paragraph with nothing but pictures, with a formula, or with addresses on lines of their own. */
function kindOfParagraph(node: SyntaxNode, state: EditorState): BlockKind | null {
  const parts: SyntaxNode[] = [];
  let at = node.from;
  for (let part = node.firstChild; part; part = part.nextSibling) {
    if (part.name === 'QuoteMark') return null;
    if (state.sliceDoc(at, part.from).trim() !== '') return null;
    if (part.name !== 'HardBreak') parts.push(part);
    at = part.to;
  }
  if (parts.length === 0 || state.sliceDoc(at, node.to).trim() !== '') return null;
  if (parts.every((part) => isPicture(part, state))) return 'pictures';
  const [first] = parts;
  if (parts.length === 1 && first?.name === 'Formula')
    return state.sliceDoc(first.from, first.from + 2) === '$$' ? 'formula' : null;
  const lines = new Set(parts.map((part) => state.doc.lineAt(part.from).number));
  return parts.every(isAddress) && lines.size === parts.length ? 'card' : null;
}

/** A picture, or a link with nothing but one. */
function isPicture(node: SyntaxNode, state: EditorState): boolean {
  if (node.name === 'Image') return node.getChild('URL') !== null;
  const [open, close] = node.name === 'Link' ? node.getChildren('LinkMark') : [];
  const image = node.getChild('Image');
  if (!open || !close || !image) return false;
  return state.sliceDoc(open.to, image.from).trim() === '' && state.sliceDoc(image.to, close.from).trim() === '';
}

function isAddress(node: SyntaxNode): boolean {
  return node.name === 'URL' || node.name === 'Autolink';
}
