import { fromHtml } from 'hast-util-from-html';

/** What a page points to, and what can be pointed to in it. */
export interface PageLinks {
  /** As they are written, in the order of the page. */
  targets: string[];
  ids: Set<string>;
}

/** Reads an HTML page: every address in it, and every id. */
export function linksOf(html: string): PageLinks {
  const found: PageLinks = { targets: [], ids: new Set() };
  collect(fromHtml(html), found);
  return found;
}

type Node = ReturnType<typeof fromHtml>['children'][number] | ReturnType<typeof fromHtml>;

/** The properties that hold one address, by the names that hast gives them. Forms by POST lead to no page. */
const ADDRESSES: Record<string, readonly string[]> = {
  a: ['href'],
  area: ['href'],
  link: ['href'],
  script: ['src'],
  img: ['src'],
  source: ['src'],
  video: ['src', 'poster'],
  audio: ['src'],
  iframe: ['src'],
};
/** Connections that are opened ahead lead to no document. */
const NO_DOCUMENT = new Set(['preconnect', 'dns-prefetch']);

function collect(node: Node, found: PageLinks): void {
  if (node.type === 'element') {
    const { tagName, properties } = node;
    const id = properties['id'] ?? (tagName === 'a' ? properties['name'] : undefined);
    if (id !== undefined && id !== null) found.ids.add(String(id));
    const relations = Array.isArray(properties['rel']) ? properties['rel'].map(String) : [];
    const leads = !relations.some((relation) => NO_DOCUMENT.has(relation));
    for (const name of leads ? (ADDRESSES[tagName] ?? []) : []) {
      const value = properties[name];
      if (typeof value === 'string') found.targets.push(value);
    }
    if (tagName === 'template') collect((node as { content?: Node }).content ?? node, found);
  }
  if ('children' in node) for (const child of node.children) collect(child, found);
}
