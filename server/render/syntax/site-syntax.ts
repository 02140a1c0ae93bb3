import type { gfmFromMarkdown } from 'mdast-util-gfm';

import { formulaText } from './formula-text.ts';
import { highlightText } from './highlight-text.ts';

/** Markdown of the site beyond GFM, `$formula$` and `==highlighted==`, as the data of a processor. */
export function siteSyntax() {
  return { micromarkExtensions: [formulaText, highlightText], fromMarkdownExtensions: [fromMarkdown] };
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
