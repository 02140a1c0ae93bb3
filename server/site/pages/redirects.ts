import type { IncomingMessage } from 'node:http';

import type { CallContext, Services } from '../../../routers/core/context.ts';
import { isNotFound } from '../../../routers/base/errors.ts';
import { findByFormerId, findByFormerPath } from '../../../routers/posts/former.ts';
import { findSeen, getPost } from '../../../routers/posts/read.ts';
import type { PostDetail } from '../../../routers/posts/answers.ts';
import { textErrors } from '../../http/errors.ts';
import type { Answer, ErrorFormat } from '../../http/request-state.ts';
import { requestPath, requestQuery } from '../../http/target.ts';
import { atSite, withoutSlash } from '../../../shared/site-address.ts';
import { isServicePath } from '../../../routers/data/redirects/path.ts';
import { withQuery } from '../../../routers/data/redirects/table.ts';
import { articlePath } from '../../process/paths.ts';

/** Thrown for a page that has another URL: a post whose id changed, page 1 of a list, or what the owner redirects. */
export class Moved extends Error {
  readonly path: string;
  readonly status: 301 | 302;

  /** @param path the new path, below that of the site; an absolute address for another one */
  constructor(path: string, status: 301 | 302 = 301) {
    super(`moved to ${path}`);
    this.path = path;
    this.status = status;
  }
}

/** What the owner says is gone for good. */
export class Gone extends Error {
  constructor() {
    super('gone');
  }
}

/**
 * The post of a page.
 *
 * @throws NOT_FOUND, and Moved for a former id of a public post, and for the id of a public page
 */
export async function postOfPage(call: CallContext, id: string): Promise<PostDetail> {
  try {
    return await getPost(call, id);
  } catch (error) {
    const current = isNotFound(error) ? ((await pageWithId(call, id)) ?? (await findByFormerId(call, id))) : null;
    throw current === null ? error : new Moved(articlePath(current));
  }
}

async function pageWithId(call: CallContext, id: string) {
  const seen = await findSeen(call, id).catch(() => null);
  return seen && { id: seen.slug, kind: seen.kind };
}

/**
 * Redirects to the new URL. The response may not be cached: another post may take the old id.
 *
 * @param sitePath such as `/blog`, or ""
 * @param query the query string, undecoded
 * @param isForm whether the request submits a comment, which browsers repeat only after 308
 */
export function movedAnswer({ path, status }: Moved, sitePath: string, query: string, isForm = false): Answer {
  const page = atSite(sitePath, path);
  const place = isForm ? `${page}/comments` : page;
  return {
    status: isForm ? 308 : status,
    headers: {
      Location: withQuery(place, query),
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
    },
    body: `This page is now at ${page}\n`,
  };
}

type Known = Pick<Services, 'em' | 'clock' | 'settings' | 'redirects' | 'pathTally'>;

/**
 * Finds the post that had the path of a request before an import, and then the owner's rule for it. A path without either
 * is counted; null for errors other than NOT_FOUND.
 */
export async function movedFrom(services: Known, req: IncomingMessage, thrown: unknown): Promise<Moved | Gone | null> {
  if (!isNotFound(thrown)) return null;
  const path = withoutSlash(requestPath(req));
  const { em, clock, settings } = services;
  const call = { em: em.fork({ useContext: true }), clock };
  // An earlier blog below the same path had it in its paths.
  for (const former of new Set([path, settings.sitePath() + path])) {
    const found = await findByFormerPath(call, former).catch(() => null);
    if (found) return new Moved(articlePath(found));
  }
  return ruleFor(services, req);
}

async function ruleFor({ redirects, pathTally }: Known, req: IncomingMessage): Promise<Moved | Gone | null> {
  const path = requestPath(req);
  if ((req.method !== 'GET' && req.method !== 'HEAD') || !path.startsWith('/') || isServicePath(path)) return null;
  const match = await redirects.find(path).catch(() => null);
  if (!match) {
    pathTally.miss(path);
    return null;
  }
  pathTally.hit(match.rule.id);
  return match.to === null ? new Gone() : new Moved(match.to, match.rule.status === 302 ? 302 : 301);
}

/** Errors as text, or a redirect to the URL that the post has now. */
export function textOrMoved(services: Services): ErrorFormat {
  const text = textErrors(services);
  return async (thrown, state) => {
    const moved = thrown instanceof Moved ? thrown : await movedFrom(services, state.req, thrown);
    if (moved instanceof Gone) return { ...(await text(thrown, state)), status: 410 };
    return moved ? movedAnswer(moved, services.settings.sitePath(), requestQuery(state.req)) : text(thrown, state);
  };
}
