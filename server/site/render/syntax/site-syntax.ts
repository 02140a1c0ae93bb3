import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfmFootnote } from 'micromark-extension-gfm-footnote';
import { gfmTable } from 'micromark-extension-gfm-table';
import { gfmTaskListItem } from 'micromark-extension-gfm-task-list-item';

import { addressLinks, addressText } from './address-text.ts';
import { formulaText } from './formula-text.ts';
import { highlightText } from './highlight-text.ts';
import { openTags } from './open-tags.ts';
import { strikeText } from './strike-text.ts';

/**
 * Markdown of the site as the data of a processor: GFM with our own rules for bare addresses and tags, `$formula$`, and
 * `==highlighted==`.
 */
export function siteSyntax() {
  return {
    micromarkExtensions: [
      formulaText,
      highlightText,
      strikeText,
      addressText,
      openTags,
      gfmFootnote(),
      gfmTable(),
      gfmTaskListItem(),
    ],
    fromMarkdownExtensions: [
      fromMarkdown,
      addressLinks,
      gfmFromMarkdown().filter(({ enter }) => enter?.['literalAutolink'] === undefined),
    ],
  };
}

const fromMarkdown: ReturnType<typeof gfmFromMarkdown>[number] = {
  canContainEols: ['mark'],
  enter: {
    highlight(token) {
      this.enter({ type: 'mark', children: [], data: { hName: 'mark' } } as never, token);
    },
    formula(token) {
      this.enter({ type: 'formula', value: '' } as never, token);
      this.buffer();
    },
  },
  exit: {
    highlight(token) {
      this.exit(token);
    },
    formulaData(token) {
      this.config.enter['data']!.call(this, token);
      this.config.exit['data']!.call(this, token);
    },
    formula(token) {
      const value = this.resume().trim();
      const node = this.stack.at(-1)!;
      this.exit(token);
      node.data = {
        hName: 'code',
        hProperties: { className: ['language-math'], dataInline: '' },
        hChildren: [{ type: 'text', value }],
      } as never;
    },
  },
};
