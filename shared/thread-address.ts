/** The maximum length of the address of a page, in characters. */
export const MAX_PAGE_URL = 2000;

/** The page that a thread belongs to. */
export interface PageAddress {
  /** The host with a port that is not the default one, without `www.`: which site it is. */
  site: string;
  /** The form in which addresses are compared: two pages are the same if it is the same. */
  normal: string;
  /** The path and query of the page as links to it have them, without fragment and tracking parameters. */
  path: string;
}

/** Parameters that tell where a reader came from. */
const TRACKING = new Set(['fbclid', 'gclid', 'msclkid', 'mc_cid', 'mc_eid', 'igshid', 'ref_src']);
/** Characters that mean the same with and without percent encoding (RFC 3986). */
const UNRESERVED = /[\w.~-]/;
const INDEX = '/index.html';

/**
 * Reads the address of a page. These do not count: scheme, `www.`, default port, case of the host, fragment,
 * `index.html`, one trailing slash, tracking parameters, the order of parameters and the form of percent encoding. The
 * case of the path and all other parameters do.
 *
 * @returns null unless it is an http or https URL of at most 2,000 characters without user and password
 */
export function pageAddress(url: string): PageAddress | null {
  if (url.length > MAX_PAGE_URL || !URL.canParse(url)) return null;
  const { protocol, username, password, hostname, port, pathname, searchParams } = new URL(url);
  if ((protocol !== 'http:' && protocol !== 'https:') || username !== '' || password !== '') return null;
  const site = siteHost(hostname, port);
  const parameters = [...searchParams].filter(([name]) => !isTracking(name));
  return {
    site,
    normal: site + normalPath(pathname) + queryOf(parameters.toSorted(byName)),
    path: pathname + queryOf(parameters),
  };
}

/**
 * The host by which an origin is recognized as one of the comment sites: in lower case, without `www.` and default port.
 *
 * @returns null for what is no http or https origin, such as `null`
 */
export function siteOf(origin: string): string | null {
  if (!/^https?:\/\/[^/?#@\\]+\/?$/i.test(origin) || !URL.canParse(origin)) return null;
  const { hostname, port } = new URL(origin);
  return siteHost(hostname, port);
}

/** Whether an id is that of the comments on a page of another site. */
export function isThreadId(id: string): boolean {
  return /^thread_[\da-f]{16}$/.test(id);
}

/** The URL parser leaves out the default port of its own scheme only; the scheme does not count. */
function siteHost(hostname: string, port: string): string {
  const host = hostname.startsWith('www.') ? hostname.slice(4) : hostname;
  return port === '' || port === '80' || port === '443' ? host : `${host}:${port}`;
}

function normalPath(pathname: string): string {
  const path = pathname.replaceAll(/%[\da-f]{2}/gi, normalByte);
  const folder = path.endsWith(INDEX) ? path.slice(0, 1 - INDEX.length) : path;
  return folder.endsWith('/') ? folder.slice(0, -1) : folder;
}

function normalByte(encoded: string): string {
  const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
  return UNRESERVED.test(character) ? character : encoded.toUpperCase();
}

function queryOf(parameters: readonly [string, string][]): string {
  if (parameters.length === 0) return '';
  return `?${new URLSearchParams(parameters.map(([name, value]) => [name, value])).toString()}`;
}

function isTracking(name: string): boolean {
  return name.startsWith('utm_') || TRACKING.has(name);
}

/** Values of one name keep their order, which may mean something. */
function byName([one]: [string, string], [other]: [string, string]): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
