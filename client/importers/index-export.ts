import { withEmptyPlaces } from './empty-places.ts';
import { idsOfLinked, type ImportOptions, type TakeIn } from './import-posts.ts';
import type { Importer, SourceText } from './importer.ts';
import { chooseIds } from './markdown/choose-ids.ts';
import { normalAddress } from './markdown/source-links.ts';
import { ownCopy } from './own-copy.ts';
import { postsOfThreads } from './posts-of-threads.ts';

/** An index of an export, without its texts. */
export interface ExportIndex {
  /** The number of posts, and of comments with a post. */
  total: number;
  /** The reference to the post here under which the comments of a thread were written, by its URL. */
  threads: ReadonlyMap<string, string>;
  /** The number of comments of each thread, by URL. */
  commentsIn: ReadonlyMap<string, number>;
  /** The id that a post requests. */
  idOf(sourceKey: string): string | undefined;
  /** The address on this blog of the post to which a URL leads; undefined for other URLs. */
  addressOf(url: string): string | undefined;
}

interface Entry {
  sourceKey: string;
  kind?: 'post' | 'page' | undefined;
  slug: string;
  title: string;
  date?: string | undefined;
}

/** URLs in HTML or Markdown, absolute or from the root of the site. */
const urls = /https?:\/\/[^\s"'<>()[\]]{1,2000}|(?<=["'(])\/[^\s"'<>()]{1,2000}/g;

/**
 * Reads an export to its end, so that links find posts that come later.
 *
 * @param options with the URL of the blog, if the export does not say it
 * @throws Error with one sentence if the file is damaged
 */
export async function indexExport(
  takeIn: TakeIn,
  importer: Importer,
  source: SourceText,
  options: Pick<ImportOptions, 'oldUrl' | 'permalink' | 'signal'>,
): Promise<ExportIndex> {
  const entries: Entry[] = [];
  const byAddress = new Map<string, Entry>();
  const hosts = new Set(hostsOf(options.oldUrl));
  const wanted = new Set<string>();
  const commentsIn = new Map<string, number>();
  let total = 0;
  for await (const item of withEmptyPlaces(importer.read(source, options))) {
    if (options.signal?.aborted) break;
    if (item.kind === 'comment') {
      total++;
      if (item.thread !== undefined) commentsIn.set(item.thread, (commentsIn.get(item.thread) ?? 0) + 1);
    }
    if (item.kind !== 'post') continue;
    total++;
    const { sourceKey, kind, title, date } = item.post;
    const entry = { sourceKey: ownCopy(sourceKey), kind, title: ownCopy(title), date, slug: ownCopy(item.slug) };
    entries.push(entry);
    for (const host of hostsOf(item.url)) hosts.add(host);
    const addresses = [...item.aliases.map(normalAddress), ...(item.number === undefined ? [] : [`?p=${item.number}`])];
    for (const address of addresses) if (!byAddress.has(address)) byAddress.set(address, entry);
    const text = 'html' in item.text ? item.text.html : item.text.markdown;
    for (const [url] of text.matchAll(urls)) {
      const path = ownPath(url, hosts);
      if (path !== undefined) wanted.add(path);
    }
  }
  const ids = chooseIds(entries, new Map(), new Set());
  const linked = [...wanted].flatMap((path) => byAddress.get(path) ?? []);
  const known = await idsOfLinked(takeIn, new Set(linked), ids);
  const threads = await findThreads(takeIn, [...commentsIn.keys()], options.oldUrl);
  for (const [url, comments] of commentsIn) if (!threads.has(url)) total -= comments;
  return {
    total,
    threads,
    commentsIn,
    idOf: (sourceKey) => ids.get(sourceKey),
    addressOf(url) {
      const path = ownPath(url, hosts);
      const id = path === undefined ? undefined : known.get(byAddress.get(path)?.sourceKey ?? '');
      const [, fragment = ''] = /(#.*)/s.exec(url) ?? [];
      return id === undefined ? undefined : `/posts/${encodeURIComponent(id)}${fragment}`;
    },
  };
}

/** Where threads belong, by the URLs in the export, which may be paths of the old site. */
async function findThreads(takeIn: TakeIn, urls: readonly string[], site = ''): Promise<Map<string, string>> {
  const whole = (url: string) => (!URL.canParse(url) && URL.canParse(url, site) ? new URL(url, site).href : url);
  const found = await postsOfThreads(takeIn, [...new Set(urls.map(whole))]);
  return new Map(
    urls.flatMap((url): [string, string][] => {
      const place = found.get(whole(url));
      return place === undefined ? [] : [[url, place]];
    }),
  );
}

function hostsOf(url: string | undefined): string[] {
  return url !== undefined && URL.canParse(url) ? [new URL(url).host] : [];
}

/** The number of a post in a URL of WordPress such as `/?p=12`. */
const NUMBER = /^\?(?:.*&)?(?:p|page_id)=(\d{1,12})(?:&|$)/;

/**
 * The path of a URL of the blog, in the form in which addresses are compared, or `?p=12`; URLs with another query are
 * others.
 */
function ownPath(url: string, hosts: ReadonlySet<string>): string | undefined {
  if (!URL.canParse(url, 'https://own')) return undefined;
  const { host, pathname, search } = new URL(url, 'https://own');
  const isOwn = /^\/(?!\/)/.test(url) || hosts.has(host);
  const [, number] = NUMBER.exec(search) ?? [];
  if (isOwn && number !== undefined) return `?p=${number}`;
  return isOwn && search === '' && pathname !== '/' ? normalAddress(pathname) : undefined;
}
