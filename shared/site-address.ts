/**
 * The address of a site as it is stored: scheme, host, port and path as browsers write them, without a slash at the end.
 *
 * @param text such as `https://blog.example`, or `https://example.org/blog/` for a site below a path
 * @returns null for anything else: another scheme, a user, a query, a fragment, or a path with characters other than
 *   letters, digits, `-`, `.`, `_` and `~`
 */
export function siteAddress(text: string): string | null {
  // eslint-disable-next-line no-control-regex -- characters that browsers strip from URLs
  if (!URL.canParse(text) || /[\p{Cs}\u0000-\u0020\u007f?#@*]/u.test(text)) return null;
  const { protocol, origin, pathname } = new URL(text);
  const path = pathname.replace(/(?<!\/)\/+$/, '');
  return /^https?:$/.test(protocol) && /^(?:\/[\w.~-]+)*$/.test(path) ? origin + path : null;
}

/**
 * The path of a site address, such as `/blog`; "" without one.
 *
 * @param address as `siteAddress` returns it, or ""
 */
export function sitePathOf(address: string): string {
  return address.replace(/^\w+:\/\/[^/]*/, '');
}

/**
 * The origin of a site address, such as `https://example.org`.
 *
 * @param address as `siteAddress` returns it, or ""
 */
export function siteOriginOf(address: string): string {
  return address.slice(0, address.length - sitePathOf(address).length);
}

/**
 * A URL of the site as others reach it: with the path of the site if it begins at the root.
 *
 * @param sitePath such as `/blog`, or ""
 */
export function atSite(sitePath: string, url: string): string {
  return /^\/(?!\/)/.test(url) ? sitePath + url : url;
}

/** A path without the one trailing slash that is ignored. */
export function withoutSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

/**
 * An absolute URL.
 *
 * @param url one of the site, such as `/posts/hello`, or of another
 * @param address as `siteAddress` returns it
 */
export function absoluteUrl(url: string, address: string): string {
  return new URL(atSite(sitePathOf(address), url), siteOriginOf(address)).href;
}
