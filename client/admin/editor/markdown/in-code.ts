import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';

const code = new Set(['FencedCode', 'CodeBlock', 'InlineCode', 'HTMLBlock', 'CommentBlock']);
/** How long the parser may take to reach the position. */
const PARSE_MS = 50;

/** Whether a position is inside code or HTML, where Markdown has no effect. */
export function isInCode(state: EditorState, at: number): boolean {
  const tree = ensureSyntaxTree(state, at, PARSE_MS) ?? syntaxTree(state);
  for (let node = tree.resolveInner(at, -1); ; node = node.parent) {
    if (code.has(node.name)) return at > node.from && (at < node.to || node.name !== 'InlineCode');
    if (!node.parent) return false;
  }
}
