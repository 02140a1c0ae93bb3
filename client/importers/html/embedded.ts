import { all, nodeText, type Element, type Node } from './nodes.ts';

/** Embedded content, which the site does not show; of players those that it cannot play. */
export const embedded = new Set(['iframe', 'embed', 'object', 'audio', 'video']);

/** The URL alone, from which WordPress makes an embedded page when it shows a post. */
export function isEmbedOfWordPress(node: Element): boolean {
  const { className } = node.properties;
  const isWrapper = Array.isArray(className) && className.includes('wp-block-embed__wrapper');
  return node.tagName === 'div' && isWrapper && /^\s*https?:\S+\s*$/.test(nodeText(node));
}

/**
 * A link in place of embedded content, or the content itself if it has no URL.
 *
 * @param prepare is called before its content is used
 */
export function makeLink(node: Element, notes: Set<string>, prepare: () => void): Node[] {
  const url = sourceOf(node);
  const what = `An embedded ${node.tagName === 'div' ? 'page' : node.tagName}`;
  if (!url && nodeText(node).trim() !== '') {
    prepare();
    return node.children;
  }
  notes.add(url ? `${what} became a link: ${url}` : `${what} was left out.`);
  if (!url) return [];
  return [{ type: 'element', tagName: 'a', properties: { href: url }, children: [{ type: 'text', value: url }] }];
}

/**
 * A player as the site shows it; undefined for another element, and for one without a file that pages load: of this
 * blog, or over https.
 */
export function findPlayer(node: Element): Element | undefined {
  if (node.tagName !== 'audio' && node.tagName !== 'video') return undefined;
  const { src, poster } = node.properties;
  const parts = node.children.filter(
    (child): child is Element => child.type === 'element' && (child.tagName === 'source' || child.tagName === 'track'),
  );
  const urls = [src, ...parts.filter(({ tagName }) => tagName === 'source').map((part) => part.properties['src'])];
  const isPlayed = urls.some((url) => typeof url === 'string' && /^(?:https:|\/\/|(?![a-z][a-z\d+.-]*:).)/i.test(url));
  if (!isPlayed) return undefined;
  const properties = { controls: true, ...(src != null && { src }), ...(poster != null && { poster }) };
  return { ...node, properties, children: parts };
}

function sourceOf(node: Element): string | undefined {
  const { src, data } = node.properties;
  const own =
    node.tagName === 'div' ? nodeText(node).trim() : (src ?? data ?? all(node, 'source')[0]?.properties['src']);
  const url = typeof own === 'string' && own.startsWith('//') ? `https:${own}` : own;
  return typeof url === 'string' && /^(?:https?:|\/)/.test(url) ? url : undefined;
}
