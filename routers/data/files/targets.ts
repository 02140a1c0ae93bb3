import { sizeIn } from '../../../shared/image-size.ts';
import { sha256 } from '../../base/secrets.ts';
import { sizePaths, sizePath, WIDTHS } from './size-paths.ts';

/** The base of relative URLs in posts. No host on the Internet has this name. */
const PAGE = 'https://own.invalid/posts/post';
const OWN = new URL(PAGE).host;

/** The path of an uploaded file, or of a smaller version, at the end of a URL's path. */
const FILE_PATH = /\/\d{4}\/\d{2}\/[a-z0-9-]+-[0-9a-f]{8}(?:-\d+)?\.[a-z0-9]{2,4}$/;

/**
 * The target of a URL in a text, as a hash: the same for http and https, and with any fragment. The texts of
 * posts may become protected, so the URL itself is not stored.
 *
 * @param url as it stands in a post; relative ones begin at the site
 * @returns null for anything that is not http or https
 */
export function findTarget(url: string): string | null {
  if (!URL.canParse(url, PAGE)) return null;
  const { protocol, host, pathname, search } = new URL(url, PAGE);
  if (protocol !== 'https:' && protocol !== 'http:') return null;
  const site = host === OWN ? '' : `//${host}`;
  return sha256(`${site}${pathname}${FILE_PATH.test(pathname) ? '' : search}`);
}

/** The URLs below which the service serves uploaded files. */
export interface MediaBases {
  /** The URL of the site; "" if not set. */
  siteUrl: string;
  /** The scheme, host and port of the request. */
  ownOrigin: string;
  mediaPublicUrl: string | null;
  /** The hosts at which uploads were answered, while no site address is set. */
  uploadHosts: readonly string[];
}

/** A record of the library, as far as its URLs are concerned. */
export interface Linked {
  url: string;
  path: string | null;
}

/** The targets of the URLs that lead to a record: of a file, with its smaller versions and all absolute URLs. */
export function mediaTargets(media: Linked, bases: MediaBases): string[] {
  const urls = media.path === null ? [media.url] : sizePaths(media.path).flatMap((path) => urlsOf(path, bases));
  return [...new Set(urls.map(findTarget).filter((target) => target !== null))];
}

/** The URLs at which a file is served; the first one is that of texts. */
function urlsOf(path: string, { siteUrl, ownOrigin, mediaPublicUrl, uploadHosts }: MediaBases): string[] {
  const bases = ['/media', `${ownOrigin}/media`];
  if (siteUrl !== '') bases.push(`${siteUrl}/media`);
  for (const host of uploadHosts) bases.push(`http://${host}/media`);
  if (mediaPublicUrl !== null) bases.push(mediaPublicUrl);
  return bases.map((base) => `${base}/${path}`);
}

/** The URLs to replace in texts. */
export interface Replacement {
  /** The new URLs by the targets of the old ones. */
  urls: Record<string, string>;
  /** Replaces a size in the fragment, such as `#1200x800`; "" removes it. */
  size: string;
}

/** A file that replaces another one. */
export interface NewFile {
  path: string;
  /** The widths of its smaller versions. */
  widths: readonly number[];
  width: number | null;
  height: number | null;
}

/**
 * Replaces the URLs of a file by those of another one: relative ones stay relative, and a width stays where it exists.
 */
export function makeReplacement(path: string, { width, height, ...next }: NewFile, bases: MediaBases): Replacement {
  const paths = [next.path, ...WIDTHS.map((one) => (next.widths.includes(one) ? sizePath(next.path, one) : next.path))];
  const urls = sizePaths(path).flatMap((old, at) => {
    const wanted = urlsOf(paths[at]!, bases);
    return urlsOf(old, bases).map((url, base) => [findTarget(url)!, wanted[base]!] as const);
  });
  return { urls: Object.fromEntries(urls), size: width === null || height === null ? '' : `#${width}x${height}` };
}

/** The URL to write in place of one in a text; the same one unless it is replaced. */
export function replaceUrl(url: string, { urls, size }: Replacement): string {
  const next = urls[findTarget(url) ?? ''];
  if (next === undefined) return url;
  const [fragment = ''] = /#[\w.,=-]*$/.exec(url) ?? [];
  return next + (sizeIn(url).size ? size : fragment);
}
