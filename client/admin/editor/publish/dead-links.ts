import { basePath } from '../../place.ts';
import { findLinks, type TextLink, type Warning } from './checks.ts';

/** How many addresses are asked for at most. */
const MOST = 50;
/** How many are asked for at a time. */
const AT_ONCE = 5;

/** What the site has at its root, besides the pages of the owner. */
const OF_SITE: ReadonlySet<string> = new Set(['archive', 'categories', 'guestbook', 'search', 'tags']);

/** The post that is checked, and its blog. */
interface Checked {
  content: string;
  /** Its own id, whose address need not be public yet. */
  id: string | null;
  /** The address of the site; "" if it is not set. */
  siteUrl: string;
}

/**
 * The links of a text to addresses of the blog that readers do not find. They are asked for as a reader without a session
 * would do. One that cannot be checked is no warning.
 */
export async function findDeadLinks({ content, id, siteUrl }: Checked, signal: AbortSignal): Promise<Warning[]> {
  const byPath = new Map<string, TextLink[]>();
  for (const link of findLinks(content)) {
    const path = pathWithin(link.url, siteUrl);
    if (path !== null && !isOwn(path, id)) byPath.set(path, [...(byPath.get(path) ?? []), link]);
  }
  const paths = [...byPath.keys()].slice(0, MOST);
  const dead: string[] = [];
  for (let at = 0; at < paths.length; at += AT_ONCE) {
    const some = paths.slice(at, at + AT_ONCE);
    const found = await Promise.all(some.map((path) => isFound(path, signal)));
    dead.push(...some.filter((_, index) => !found[index]));
  }
  return dead.flatMap((path) =>
    byPath.get(path)!.map(({ url, from, to }): Warning => ({
      kind: 'dead-link',
      about: url,
      place: { in: 'text', from, to },
    })),
  );
}

/** The path below that of the site, without query and fragment; null for an address elsewhere, or in this text. */
function pathWithin(url: string, siteUrl: string): string | null {
  const site = new URL(siteUrl || location.origin);
  const base = siteUrl === '' ? basePath : site.pathname.replace(/\/$/, '');
  if (url.startsWith('/') && !url.startsWith('//')) return urlPath(url);
  if (!/^https?:/i.test(url) || !URL.canParse(url)) return null;
  const { host, pathname } = new URL(url);
  if (host !== site.host || !`${pathname}/`.startsWith(`${base}/`)) return null;
  return pathname.slice(base.length) || '/';
}

function urlPath(url: string): string | null {
  return URL.canParse(url, location.origin) ? new URL(url, location.origin).pathname : null;
}

function isOwn(path: string, id: string | null): boolean {
  return id !== null && [`/posts/${encodeURIComponent(id)}`, `/${encodeURIComponent(id)}`].includes(path);
}

async function isFound(path: string, signal: AbortSignal): Promise<boolean> {
  // The API answers also without pages of the service, and counts nothing as a missing page.
  const [, post] = /^\/posts\/([^/]+)$/.exec(path) ?? [];
  if (post !== undefined) return (await fetchStatus(`/api/posts/${post}`, signal)) !== 404;
  const [, page] = /^\/([^/]+)$/.exec(path) ?? [];
  const mayBePage = page !== undefined && !OF_SITE.has(page);
  if (mayBePage && (await fetchStatus(`/api/pages/${page}`, signal)) === 200) return true;
  if ((await fetchStatus(path, signal)) !== 404) return true;
  // A blog whose pages another program shows.
  return (await fetchStatus('/', signal)) === 404;
}

/** @returns 0 if there was no answer */
async function fetchStatus(path: string, signal: AbortSignal): Promise<number> {
  try {
    const { status } = await fetch(basePath + path, { method: 'HEAD', credentials: 'omit', signal });
    return status;
  } catch {
    return 0;
  }
}
