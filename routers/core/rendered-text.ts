import type { Replacement } from '../data/files/targets.ts';

/** Rendered Markdown. */
export interface RenderedText {
  html: string;
  toc: { id: string; text: string; level: 2 | 3 }[];
  words: number;
  /** What the sanitiser removed, such as `<iframe>` or `<p style>`. */
  dropped: string[];
  /** The same with their lines, from 1. */
  droppedAt: { name: string; line: number }[];
}

/** Reads the URLs in Markdown, in a thread. A text that is too complex to read has none. */
export interface MarkdownUrls {
  /** The targets of the URLs (`findTarget`), each once. */
  targetsIn(markdown: string): Promise<string[]>;
  /** The text with other URLs. */
  replaceUrls(markdown: string, replacement: Replacement): Promise<string>;
}
