import type { Root } from './nodes.ts';
import { checkLength } from './length.ts';
import { parseHtml } from './parse.ts';

type Node = Root['children'][number];

const blocks = /^(?:p|div|blockquote|li|ul|ol|pre|h[1-6]|tr|table)$/;

/**
 * The text of the HTML of a comment, with its line breaks and the URLs of its links.
 *
 * @throws Unfit if it is too long or nested too deep
 */
export function htmlToPlainText(html: string): string {
  checkLength(html);
  const text = /[<&]/.test(html) ? parseHtml(html).children.map(plainText).join('') : html;
  return text
    .replace(/(?<![ \t])[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function plainText(node: Node): string {
  if (node.type === 'text') return node.value;
  if (node.type !== 'element' || node.tagName === 'script' || node.tagName === 'style') return '';
  if (node.tagName === 'br') return '\n';
  const text = node.children.map(plainText).join('');
  const { href } = node.properties;
  if (node.tagName === 'a' && typeof href === 'string' && /^https?:/.test(href)) {
    return text.trim() === '' || href.includes(text.trim()) || text.includes(href) ? href : `${text} (${href})`;
  }
  return blocks.test(node.tagName) ? `\n${text}\n` : text;
}
