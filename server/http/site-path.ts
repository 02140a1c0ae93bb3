import type { IncomingMessage } from 'node:http';

import { pathOf, queryOf, withoutSlash } from './target.ts';

/** Where a request to a site below a path leads: into it, to its path without the slash, or past it. */
export type Place = 'inside' | 'bare' | 'outside';

/** What the service answers at the root too: probes and metrics, whose callers know no site. */
const AT_ROOT = new Set(['/healthz', '/readyz', '/metrics']);
const WELL_KNOWN = '/.well-known/';

/** What a request is told that leads past the site. @param sitePath such as `/blog` */
export function outsideSentence(sitePath: string): string {
  return `This blog is at ${sitePath}/ of this host; there is nothing of it at this URL.`;
}

/**
 * Takes the path of the site off the URL of a request, before anything else reads it: routes, cache keys and stored
 * paths are the same with and without one. What is at the root too stays as it is.
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
  const path = pathOf(req);
  if (path === sitePath) return 'bare';
  if (path.startsWith(`${sitePath}/`)) {
    const query = queryOf(req);
    req.url = path.slice(sitePath.length) + (query === '' ? '' : `?${query}`);
    return 'inside';
  }
  return AT_ROOT.has(withoutSlash(path)) || path.startsWith(WELL_KNOWN) ? 'inside' : 'outside';
}
