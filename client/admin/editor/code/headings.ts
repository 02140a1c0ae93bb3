import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';

/** A heading of the text. */
export interface Heading {
  level: number;
  text: string;
  /** Where it begins. */
  at: number;
}

/** How long the parser may take to reach the end. */
const PARSE_MS = 200;

/** The headings of a text, in order. */
export function findHeadings(state: EditorState): Heading[] {
  const headings: Heading[] = [];
  (ensureSyntaxTree(state, state.doc.length, PARSE_MS) ?? syntaxTree(state)).iterate({
    enter({ name, from, to }) {
      const [, level] = /^(?:ATX|Setext)Heading(\d)$/.exec(name) ?? [];
      if (level === undefined) return name === 'Document' || name === 'Blockquote';
      headings.push({ level: Number(level), text: plainWords(state.sliceDoc(from, to)), at: from });
      return false;
    },
  });
  return headings;
}

/** Without its marks, and those of emphasis, code, links and its id. */
function plainWords(heading: string): string {
  return heading
    .replace(/^#+\s*|(?<!\s)\s+#+\s*$|\n.*|(?<!\s)\s*\{#[^{}]*\}\s*$/gs, '')
    .replace(/!?\[([^[\]]*)\]\((?:[^()]|\([^()]*\))*\)/g, '$1')
    .replace(/[*_`~]+/g, '')
    .trim();
}
