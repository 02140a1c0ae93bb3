import type { IncomingMessage } from 'node:http';

import { withoutSlash } from '../../shared/site-address.ts';
import { requestPath, requestQuery } from './target.ts';

/** The target of a request to a site below a path: inside the site, its path without the slash, or outside. */
export type Place = 'inside' | 'bare' | 'outside';

/** Paths that are at the root too: probes and metrics, whose callers do not know the path of the site. */
const AT_ROOT = new Set(['/healthz', '/readyz', '/metrics']);
const WELL_KNOWN = '/.well-known/';

/** The message for a request outside the site. @param sitePath such as `/blog` */
export function outsideSentence(sitePath: string): string {
  return `This blog is at ${sitePath}/ on this host; there is nothing at this URL.`;
}

/**
 * Removes the path of the site from the URL of a request, before anything else reads the URL: routes, cache keys and
 * stored paths are the same with and without one. Paths that are at the root too stay as they are.
 *
 * @param sitePath such as `/blog`, not ""
 */
export function enterSite(req: IncomingMessage, sitePath: string): Place {
  const { url = '' } = req;
  if (url.startsWith(`${sitePath}/`)) {
    req.url = url.slice(sitePath.length);
    return 'inside';
  }
  // Also as an absolute URL, or with percent-encoded unreserved characters.
  const path = requestPath(req);
  if (path === sitePath) return 'bare';
  if (path.startsWith(`${sitePath}/`)) {
    const query = requestQuery(req);
    req.url = path.slice(sitePath.length) + (query === '' ? '' : `?${query}`);
    return 'inside';
  }
  return AT_ROOT.has(withoutSlash(path)) || path.startsWith(WELL_KNOWN) ? 'inside' : 'outside';
}
