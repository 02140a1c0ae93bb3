import type { CompileContext, Extension as FromMarkdown } from 'mdast-util-from-markdown';
import type { Processor } from 'unified';

import { formulaText } from './formula-text.ts';
import { highlightText } from './highlight-text.ts';

/** Markdown of the site beyond GFM: `$formula$` and `==highlighted==`, as a plugin of remark. */
export { addSyntax as siteSyntax };

function addSyntax(this: Processor): void {
  const data = this.data() as { micromarkExtensions?: unknown[]; fromMarkdownExtensions?: unknown[] };
  (data.micromarkExtensions ??= []).push(formulaText, highlightText);
  (data.fromMarkdownExtensions ??= []).push(fromMarkdown);
}

const fromMarkdown: FromMarkdown = {
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
    formulaData(this: CompileContext, token) {
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
