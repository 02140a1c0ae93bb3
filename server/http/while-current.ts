import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

import { withoutSlash } from '../../shared/site-address.ts';
import { requestPath } from './target.ts';
import type { Memory } from '../storage/instances/lease.ts';

/** Paths of probes, which say by themselves whether the database is there. */
const PROBES = new Set(['/healthz', '/readyz', '/metrics']);
/** Files of this version, which nothing in the database changes; unlike the styles and icons of the owner. */
const OWN_FILES = /^\/(?:assets\/(?!own[.-]|icon-)|admin\/assets\/)/;

/**
 * Answers a request when memory is as new as the database was when the request began: at once within a lease, otherwise
 * after a look into the database. Memory never becomes older, so what is looked up later is new enough as well.
 *
 * @param sitePath the path of the site, such as `/blog`
 * @param refuse called when the database is out of reach
 */
export function whileCurrent(
  memory: Memory,
  sitePath: () => string,
  answer: RequestListener,
  refuse: (req: IncomingMessage, res: ServerResponse, error: unknown) => void,
): RequestListener {
  function needsMemory(req: IncomingMessage): boolean {
    const path = withoutSlash(requestPath(req));
    const site = sitePath();
    const inSite = site !== '' && path.startsWith(`${site}/`) ? path.slice(site.length) : path;
    return !PROBES.has(inSite) && !OWN_FILES.test(inSite);
  }

  return (req, res) => {
    if (memory.isCurrent() || !needsMemory(req)) return answer(req, res);
    memory.refresh().then(
      () => answer(req, res),
      (error: unknown) => refuse(req, res, error),
    );
  };
}
