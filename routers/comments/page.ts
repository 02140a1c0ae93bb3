import { storable } from '../base/text.ts';
import { pageAddress, siteOf } from '../../shared/thread-address.ts';
import { appError, fieldError } from '../base/errors.ts';
import { sha256 } from '../base/secrets.ts';
import type { CallContext } from '../core/context.ts';

/** The hexadecimal digits of the id of a thread. */
const DIGITS = 16;

/** A page of another site. */
export interface Page {
  url: string;
  /** Its host, see `PageAddress`. */
  site: string;
}

/**
 * The page with an address, and the id of its thread, which may not exist yet.
 *
 * @throws BAD_REQUEST, SITE_UNKNOWN
 */
export async function readPage(ctx: Pick<CallContext, 'settings'>, url: string): Promise<Page & { id: string }> {
  const found = await pageIfKnown(ctx, url);
  if (found) return found;
  const { site } = addressIn(url);
  throw appError('SITE_UNKNOWN', `Pages of ${site} have no comments here; the owner can add it to the comment sites.`);
}

/** The same; null for an address that is wrong or of another site. */
export async function pageIfKnown(
  { settings }: Pick<CallContext, 'settings'>,
  url: string,
): Promise<(Page & { id: string }) | null> {
  const address = pageAddress(url);
  if (!address) return null;
  const { commentSites } = await settings.current();
  const known = commentSites.find(({ origin }) => siteOf(origin) === address.site);
  return known ? { id: pageId(address.normal), site: address.site, url: known.origin + address.path } : null;
}

/** The id of the thread of an address; one of no thread for what is no address, for the tags of a cached read. */
export function threadIdForUrl(url: string): string {
  return pageId(pageAddress(url)?.normal ?? '');
}

function addressIn(url: string) {
  const address = pageAddress(url);
  if (address) return address;
  throw fieldError(
    'url',
    '"url" must be the http or https URL of a page, of at most 2,000 characters, without user and password.',
  );
}

function pageId(normal: string): string {
  return `thread_${sha256(normal).slice(0, DIGITS)}`;
}

/** The site that a filter names by its host or origin. */
export function siteNamed(text: string): string {
  return siteOf(text) ?? storable(text).toLowerCase();
}
