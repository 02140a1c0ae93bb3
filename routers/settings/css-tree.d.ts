// The parts of css-tree 3 that are used, which load none of its data.

declare module 'css-tree/parser' {
  /** With its place in the text; lines begin at 1. */
  export interface ParseError {
    line: number;
    message: string;
  }
  export interface CssNode {
    type: string;
    name?: string;
    value?: unknown;
    loc?: { start: { line: number } } | null;
  }
  interface ParseOptions {
    positions?: boolean;
    parseCustomProperty?: boolean;
    onParseError?: (error: ParseError | RangeError) => void;
  }
  export default function parse(css: string, options?: ParseOptions): CssNode;
}

declare module 'css-tree/walker' {
  import type { CssNode } from 'css-tree/parser';

  export default function walk(tree: CssNode, visit: (this: { atrule: CssNode | null }, node: CssNode) => void): void;
}
