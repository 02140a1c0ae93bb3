import type { toMdast } from 'hast-util-to-mdast';

import type { Element } from './nodes.ts';

type Block = Extract<ReturnType<typeof toMdast>, { type: 'paragraph' }>;
type Inline = Block['children'][number];

const types: Record<string, 'emphasis' | 'strong'> = { em: 'emphasis', i: 'emphasis', strong: 'strong', b: 'strong' };

/**
 * Converts a paragraph that has only text, and emphasis and links of text, as `toMdast` does, which takes ten times as
 * long. Most paragraphs of a blog are of this kind.
 *
 * @returns undefined for a paragraph with anything else
 */
export function plainParagraph({ tagName, children }: Element): Block | undefined {
  if (tagName !== 'p' || children.length === 0) return undefined;
  const inlines: Inline[] = [];
  for (const [at, child] of children.entries()) {
    if (child.type === 'text') {
      const value = trimmed(child.value.replace(/[\t\n\v\f\r ]+/g, ' '), at === 0, at === children.length - 1);
      if (value === '') return undefined;
      inlines.push({ type: 'text', value });
    } else {
      // Two without a text between may have to be joined.
      const inline = children[at - 1]?.type === 'element' ? undefined : inlineOf(child);
      if (!inline) return undefined;
      inlines.push(inline);
    }
  }
  return { type: 'paragraph', children: inlines };
}

function trimmed(text: string, isFirst: boolean, isLast: boolean): string {
  const start = isFirst && text.startsWith(' ') ? 1 : 0;
  return text.slice(start, isLast && text.endsWith(' ') ? -1 : undefined);
}

function inlineOf(node: Element['children'][number]): Inline | undefined {
  if (node.type !== 'element' || node.children.length !== 1) return undefined;
  const [text] = node.children;
  if (text?.type !== 'text' || !/^[^\t\n\v\f\r ](?:[^\t\n\v\f\r]*[^\t\n\v\f\r ])?$/.test(text.value)) return undefined;
  const children = [{ type: 'text' as const, value: text.value.replace(/ {2,}/g, ' ') }];
  const { href, title } = node.properties;
  if (node.tagName === 'a') {
    return typeof href === 'string' && href !== '' && title === undefined
      ? { type: 'link', url: href, title: null, children }
      : undefined;
  }
  const type = types[node.tagName];
  return type && { type, children };
}
