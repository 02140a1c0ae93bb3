import { LRUCache } from 'lru-cache';

import { storable } from '../../base/text.ts';

/** The longest name of a host. */
const LONGEST_HOST = 253;

/**
 * The host of a referrer in lower case, without `www.`. The rest of its URL may tell who the visitor is.
 *
 * @param own the site address and the origin of the request
 * @returns null for the site itself, for IP addresses, and for what is no URL of a page or an app
 */
export function referrerHost(referrer: string, own: readonly string[]): string | null {
  const host = parseHost(referrer);
  if (host === null || host.length > LONGEST_HOST || isAddress(host)) return null;
  return own.some((url) => ownHost(url) === host) ? null : host;
}

/** A URL as browsers send it, whose host need not be parsed. */
const USUAL = /^https?:\/\/(?:www\.)?((?:[a-z0-9-]{1,63}\.){1,10}[a-z]{2,63})(?:[/?#]|$)/;

function parseHost(url: string): string | null {
  const usual = USUAL.exec(url)?.[1];
  if (usual !== undefined) return usual;
  const parsed = URL.parse(url);
  if (!parsed || !['http:', 'https:', 'android-app:'].includes(parsed.protocol)) return null;
  const host = storable(parsed.hostname.toLowerCase())
    .replace(/^www\./, '')
    .replace(/\.$/, '');
  return host === '' ? null : host;
}

/** The hosts of the site are nearly always the same. */
const ownHosts = new LRUCache<string, { host: string | null }>({ max: 100 });

function ownHost(url: string): string | null {
  const known = ownHosts.get(url);
  if (known) return known.host;
  const host = parseHost(url);
  ownHosts.set(url, { host });
  return host;
}

/** IPv6 in brackets, or IPv4, which URLs have in one form. */
function isAddress(host: string): boolean {
  return host.startsWith('[') || /^[\d.]+$/.test(host);
}

/** A source as it is kept; null for an e-mail address, which would tell who the visitor is. */
export function keptSource(source: string): string | null {
  const text = source.trim();
  return text === '' || text.includes('@') ? null : text;
}
