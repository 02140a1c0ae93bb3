import { decodePercent } from '../../../shared/decode-percent.ts';

/** A page of the old site. */
export interface OldPage {
  /** Its path from the root of the host, decoded. */
  path: string;
  /** The path of its file, at which servers answer too; undefined if it is the same. */
  file?: string;
  /** Its title; undefined if it is not known, as in sitemaps. */
  title?: string | undefined;
  /** Its day, YYYY-MM-DD; undefined if it is not known. */
  date?: string | undefined;
  /** The path to which it redirects; undefined for a page with a text. */
  target?: string | undefined;
}

/** The pages of the old site, as its generator wrote them or as its sitemap lists them. */
export interface OldSite {
  /** What they were read from, as the report names it. */
  source: string;
  pages: OldPage[];
  /** Whether these are all public pages: a post that is not among them was not public. */
  isComplete: boolean;
}

/** The path of a URL, decoded, without `index.html`; undefined if it is none. */
export function pathOfUrl(url: string): string | undefined {
  if (!URL.canParse(url, 'https://host.invalid')) return undefined;
  const { pathname } = new URL(url, 'https://host.invalid');
  return withoutIndex(decodePercent(pathname).normalize('NFC'));
}

/** Servers answer a folder with its `index.html`. */
export function withoutIndex(path: string): string {
  return path.replace(/\/index\.html?$/, '/');
}
