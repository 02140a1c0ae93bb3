import { markdownLanguage } from '@codemirror/lang-markdown';
import { Language } from '@codemirror/language';
import type { MarkdownParser } from '@lezer/markdown';

import { addresses } from './addresses.ts';
import { emphasis } from './emphasis.ts';
import { footnotes } from './footnotes.ts';
import { formulas } from './formulas.ts';
import { highlight } from './highlight.ts';
import { strike } from './strike.ts';

/**
 * Markdown as the site reads it, for the editor: CommonMark and GFM with emphasis beside Chinese, Japanese and Korean,
 * `==highlighted==`, formulas, footnotes, and our own rule for bare addresses. HTML stays one piece: read as a tree, a
 * thousand nested tags would overflow the stack.
 *
 * It has the data of `markdownLanguage`, by which the commands for lists recognise Markdown.
 */
export const siteMarkdown = new Language(
  markdownLanguage.data,
  (markdownLanguage.parser as MarkdownParser).configure([
    // Pandoc's marks and names of emoji, which the site does not know.
    { remove: ['Subscript', 'Superscript', 'Emoji', 'Autolink', 'Strikethrough'] },
    emphasis,
    highlight,
    strike,
    formulas,
    footnotes,
    addresses,
  ]),
  [],
  'markdown',
);
