import type { IncomingMessage } from 'node:http';

import type { CallContext, Services } from '../../../routers/core/context.ts';
import { isNotFound } from '../../../routers/base/errors.ts';
import { currentOf, findByFormerPath } from '../../../routers/posts/former.ts';
import { findSeen, getPost } from '../../../routers/posts/read.ts';
import type { PostDetail } from '../../../routers/posts/answers.ts';
import { textErrors } from '../../http/errors.ts';
import type { Answer, ErrorFormat } from '../../http/request-state.ts';
import { pathOf, queryOf, withoutSlash } from '../../http/target.ts';
import { atSite } from '../../../shared/site-address.ts';
import { pathOf as pathOfPost } from '../../process/paths.ts';

/** Thrown for a page that has another URL: a post whose id changed, or page 1 of a list. */
export class Moved extends Error {
  readonly path: string;

  /** @param path the new path, below that of the site */
  constructor(path: string) {
    super(`moved to ${path}`);
    this.path = path;
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
    const current = isNotFound(error) ? ((await pageWithId(call, id)) ?? (await currentOf(call, id))) : null;
    throw current === null ? error : new Moved(pathOfPost(current));
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
export function movedAnswer({ path }: Moved, sitePath: string, query: string, isForm = false): Answer {
  const page = atSite(sitePath, path);
  const place = isForm ? `${page}/comments` : page;
  return {
    status: isForm ? 308 : 301,
    headers: {
      Location: query === '' ? place : `${place}?${query}`,
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
    },
    body: `This page is now at ${page}\n`,
  };
}

/** Finds the post that had the path of a request before an import; null for errors other than NOT_FOUND. */
export async function movedFrom(
  { em, clock, settings }: Pick<Services, 'em' | 'clock' | 'settings'>,
  req: IncomingMessage,
  thrown: unknown,
): Promise<Moved | null> {
  if (!isNotFound(thrown)) return null;
  const path = withoutSlash(pathOf(req));
  const call = { em: em.fork({ useContext: true }), clock };
  // An earlier blog below the same path had it in its paths.
  for (const former of new Set([path, settings.sitePath() + path])) {
    const found = await findByFormerPath(call, former).catch(() => null);
    if (found) return new Moved(pathOfPost(found));
  }
  return null;
}

/** Errors as text, or a redirect to the URL that the post has now. */
export function textOrMoved(services: Services): ErrorFormat {
  const text = textErrors(services);
  return async (thrown, state) => {
    const moved = thrown instanceof Moved ? thrown : await movedFrom(services, state.req, thrown);
    return moved ? movedAnswer(moved, services.settings.sitePath(), queryOf(state.req)) : text(thrown, state);
  };
}
