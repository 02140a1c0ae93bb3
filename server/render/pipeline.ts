import rehypeRaw from 'rehype-raw';
import rehypeSanitize from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';

import { allowList, idPrefix } from './allow-list.ts';

const processor = unified()
  .use(remarkParse)
  .use(remarkGfm)
  // The ids of footnotes get their prefix with all others, below.
  .use(remarkRehype, { allowDangerousHtml: true, clobberPrefix: '' })
  .use(rehypeRaw)
  .use(rehypeSanitize, allowList)
  .use(prefixFragments)
  .use(rehypeStringify)
  .freeze();

/**
 * Markdown (CommonMark, GFM, HTML inside) as HTML of the allow-list.
 *
 * Loads a large library, uses the stack as deeply as the text is nested, and takes quadratic time on texts made for it:
 * `createRenderer` calls it in a thread of its own.
 */
export function markdownToHtml(markdown: string): string {
  return String(processor.processSync(markdown));
}

type Root = Parameters<ReturnType<typeof rehypeSanitize>>[0];
type Node = Root['children'][number];
type Element = Extract<Node, { type: 'element' }>;

/** Links within the text follow its ids, which the allow-list gave a prefix. */
function prefixFragments() {
  return (tree: Root): void => {
    const waiting: (Root | Node)[] = [tree];
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      if (node.type === 'element') prefixFragment(node);
      if ('children' in node) for (const child of node.children) waiting.push(child);
    }
  };
}

function prefixFragment({ properties }: Element): void {
  const { href } = properties;
  if (typeof href === 'string' && href.length > 1 && href.startsWith('#')) {
    properties['href'] = `#${idPrefix}${href.slice(1)}`;
  }
}
