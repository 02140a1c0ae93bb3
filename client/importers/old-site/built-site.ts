import { defaultTreeAdapter as tree, parse, type DefaultTreeAdapterTypes } from 'parse5';

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
    if (/\.html?$/i.test(file.path) && !isErrorPage(file.path))
      pages.push(readPage(`/${file.path}`, await readStart(file)));
  }
  if (pages.length === 0)
    throw new Error(`${source} contains no HTML files: choose the folder that the generator wrote.`);
  return { source, pages, isComplete: true };
}

/** Whether servers answer with a file where there is no page. */
function isErrorPage(path: string): boolean {
  return /(?:^|\/)404\.html?$/i.test(path);
}

async function readStart({ read }: SourceFile): Promise<string> {
  return new TextDecoder().decode((await read()).subarray(0, START));
}

/** @param path of the file from the root */
function readPage(path: string, html: string): OldPage {
  const { refresh, published, shown, canonical, ...titles } = elementsIn(parse(html));
  const url = refresh
    ?.split(/url\s*=/i)[1]
    ?.replace(/["']/g, '')
    .trim();
  const target = url === undefined ? undefined : pathOfUrl(url);
  const title = [titles.heading, titles.social, titles.title].find((text) => text !== undefined && text !== '');
  const file = withoutIndex(path.normalize('NFC'));
  const stem = file.replace(/\.html?$/i, '');
  const isStem = stem !== file && canonical !== undefined && pathOfUrl(canonical) === stem;
  return {
    ...(isStem ? { path: stem, file } : { path: file }),
    title,
    date: /^\d{4}-\d\d-\d\d/.exec(published ?? shown ?? '')?.[0],
    ...(target !== undefined && { target }),
  };
}

/** What a document says of itself: the first of each. */
interface Said {
  heading?: string;
  /** Titles for link previews and for browsers. */
  social?: string;
  title?: string;
  /** Dates in metadata and in the text. */
  published?: string;
  shown?: string;
  /** Its URL. */
  canonical?: string;
  /** Where it leads: `0; url=…`. */
  refresh?: string;
}

function elementsIn(document: DefaultTreeAdapterTypes.Document): Said {
  const said: Said = {};
  const open: DefaultTreeAdapterTypes.Node[] = [document];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if ('childNodes' in node) open.push(...node.childNodes.toReversed());
    if (!tree.isElementNode(node)) continue;
    const value = (name: string) => node.attrs.find((one) => one.name === name)?.value;
    if (node.tagName === 'h1') said.heading ??= textIn(node);
    else if (node.tagName === 'title') said.title ??= textIn(node);
    else if (node.tagName === 'time') said.shown ??= value('datetime');
    else if (node.tagName === 'link' && value('rel') === 'canonical') said.canonical ??= value('href');
    else if (node.tagName === 'meta') addMeta(said, value);
  }
  return said;
}

function addMeta(said: Said, value: (name: string) => string | undefined): void {
  const name = value('property') ?? value('name');
  if (name === 'og:title') said.social ??= value('content');
  if (name === 'article:published_time') said.published ??= value('content');
  if (value('http-equiv')?.toLowerCase() === 'refresh') said.refresh ??= value('content');
}

function textIn(node: DefaultTreeAdapterTypes.ParentNode): string {
  return rawTextIn(node).replace(/\s+/g, ' ').trim();
}

function rawTextIn(node: DefaultTreeAdapterTypes.ParentNode): string {
  return node.childNodes
    .map((child) => (tree.isTextNode(child) ? child.value : 'childNodes' in child ? rawTextIn(child) : ''))
    .join('');
}
