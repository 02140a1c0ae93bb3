import { defaultTreeAdapter as tree, parseFragment, type DefaultTreeAdapterTypes } from 'parse5';

import type { SourceFile } from '../source-file.ts';
import { pathOfUrl, withoutIndex, type OldPage, type OldSite } from './old-site.ts';

/** How much of a page is read: its head, and the beginning of its text. */
const START = 64 * 1024;

/**
 * Reads the pages that a generator wrote.
 *
 * @param source the name of the folder or ZIP
 * @throws Error with one sentence if there is no page
 */
export async function builtSite(source: string, files: readonly SourceFile[]): Promise<OldSite> {
  const pages: OldPage[] = [];
  for (const file of files) {
    if (/\.html?$/i.test(file.path)) pages.push(pageIn(`/${file.path}`, await startOf(file)));
  }
  if (pages.length === 0)
    throw new Error(`${source} contains no HTML files: choose the folder that the generator wrote.`);
  return { source, pages, isComplete: true };
}

async function startOf({ read }: SourceFile): Promise<string> {
  return new TextDecoder().decode((await read()).subarray(0, START));
}

/** @param path of the file from the root */
function pageIn(path: string, html: string): OldPage {
  const refresh = /<meta[^>]+http-equiv\s*=\s*["']?refresh["']?[^>]*content\s*=\s*["']?[^"'>]*?url\s*=\s*([^"'>\s]+)/i;
  const [, url] = refresh.exec(html) ?? [];
  const target = url === undefined ? undefined : pathOfUrl(plain(url));
  return {
    path: withoutIndex(path.normalize('NFC')),
    title: titleIn(html),
    date: dateIn(html),
    ...(target !== undefined && { target }),
  };
}

function titleIn(html: string): string | undefined {
  const [, social] = metaOf('og:title').exec(html) ?? [];
  const [, heading] = /<h1\b[^>]*>([^]*?)<\/h1>/i.exec(html) ?? [];
  const [, title] = /<title\b[^>]*>([^]*?)<\/title>/i.exec(html) ?? [];
  return [heading, social, title].map((text) => plain(text ?? '')).find((text) => text !== '');
}

function dateIn(html: string): string | undefined {
  const [, published] = metaOf('article:published_time').exec(html) ?? [];
  const [, shown] = /<time\b[^>]*\bdatetime\s*=\s*["']?([^"'>\s]+)/i.exec(html) ?? [];
  return /^\d{4}-\d\d-\d\d/.exec(published ?? shown ?? '')?.[0];
}

function metaOf(name: string): RegExp {
  return new RegExp(`<meta[^>]+(?:property|name)\\s*=\\s*["']?${name}["']?[^>]*?content\\s*=\\s*["']([^"']*)["']`, 'i');
}

function plain(html: string): string {
  return textIn(parseFragment(html)).replace(/\s+/g, ' ').trim();
}

function textIn(node: DefaultTreeAdapterTypes.ParentNode): string {
  return node.childNodes
    .map((child) => (tree.isTextNode(child) ? child.value : 'childNodes' in child ? textIn(child) : ''))
    .join('');
}
