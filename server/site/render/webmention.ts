import { fromHtml } from 'hast-util-from-html';
import { mf2 } from 'microformats-parser';

import type { Element, Root } from '../../html/hast.ts';
import type { MentionTask, ReadMention } from './rendered.ts';

/** Which attributes of which elements link: what WHATWG's HTML makes a hyperlink or an embedded resource of. */
const links: Readonly<Record<string, string>> = {
  a: 'href',
  area: 'href',
  img: 'src',
  audio: 'src',
  video: 'src',
};

/** How much of a text is read, in UTF-16 code units: a comment quotes less. */
const MOST_READ = 10_000;
/** How many links to the site are returned. */
const MOST_LINKS = 100;

/** Reads the links to the site of a post on a page, and what the page says. Its HTML may be hostile: this runs in a thread with limits. */
export function readMention({ html, url, target }: MentionTask): ReadMention {
  const tree = fromHtml(html);
  const found = elementsOf(tree);
  const [base] = found.flatMap(({ tagName, properties }) => (tagName === 'base' ? [properties['href']] : []));
  const baseUrl = typeof base === 'string' && URL.canParse(base, url) ? new URL(base, url).href : url;
  const { host } = new URL(target);
  const wanted = pathOnly(new URL(target));
  const toSite = new Set<string>();
  for (const { tagName, properties } of found) {
    const value = properties[links[tagName] ?? ''];
    if (typeof value !== 'string' || !URL.canParse(value, baseUrl)) continue;
    const link = new URL(value, baseUrl);
    if (/^https?:$/.test(link.protocol) && link.host === host) toSite.add(pathOnly(link));
  }
  const all = toSite.has(wanted) ? [...new Set([wanted, ...toSite])] : [...toSite];
  const title = found.find(({ tagName }) => tagName === 'title');
  const pageTitle = title ? childText(title) : '';
  return {
    links: all.slice(0, MOST_LINKS),
    hasMoreLinks: all.length > MOST_LINKS,
    ...(all.length > 0 ? entryIn(html, baseUrl) : { author: '', text: '' }),
    pageTitle: pageTitle.slice(0, MOST_READ),
  };
}

type Properties = Readonly<Record<string, readonly unknown[]>>;

/** The first h-entry of a page, as its author and its text. */
function entryIn(html: string, baseUrl: string): { author: string; text: string } {
  const { items } = mf2(html, { baseUrl });
  const all = items.flatMap((item) => [item, ...(item.children ?? [])]);
  const entry = all.find(({ type }) => type?.includes('h-entry'))?.properties as Properties | undefined;
  const card = all.find(({ type }) => type?.includes('h-card'))?.properties as Properties | undefined;
  const author = plainProperty(entry?.['author']?.[0]) || (entry ? plainProperty(card?.['name']?.[0]) : '');
  const [text = ''] = ['content', 'summary', 'name'].flatMap((name) => plainProperty(entry?.[name]?.[0]) || []);
  return { author: author.slice(0, MOST_READ), text: text.slice(0, MOST_READ) };
}

/** The plain text of a property: a string, an element with a `value`, or an h-card with a name. */
function plainProperty(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return '';
  const { properties, value: text } = value as { properties?: Properties; value?: unknown };
  const [name] = properties?.['name'] ?? [];
  if (typeof name === 'string') return name;
  return typeof text === 'string' ? text : '';
}

/** Without recursion, because pages may be nested deeply. The content of `template` is none of the page. */
function elementsOf(root: Root): Element[] {
  const found: Element[] = [];
  const open: (Root | Root['children'][number])[] = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.type === 'element') found.push(node);
    if ('children' in node) open.push(...node.children.toReversed());
  }
  return found;
}

function childText({ children }: Element): string {
  return children.map((child) => (child.type === 'text' ? child.value : '')).join('');
}

/** The URL without its query and fragment, which lead to no other post. */
function pathOnly({ origin, pathname }: URL): string {
  return origin + pathname;
}
