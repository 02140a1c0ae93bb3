import type { CallContext } from '../core/context.ts';
import { isNotFound } from '../base/errors.ts';
import { findCurrent, type Thread } from '../comments/thread.ts';
import { findByFormerPath } from '../posts/former.ts';
import { sitePathOf } from '../../shared/site-address.ts';
import { withoutTrailing } from '../base/text.ts';

/** A thread of a post or page. */
export type PostThread = Extract<Thread, { section: null }>;

/**
 * The public post or page at a URL of the site, also at a former one.
 *
 * @param siteUrl the address of the site, which is not empty
 * @returns null for every other URL
 */
export async function findTarget(ctx: CallContext, siteUrl: string, url: URL): Promise<PostThread | null> {
  const path = pathIn(siteUrl, url);
  if (path === null) return null;
  const [, post, page] = /^\/(?:posts\/([^/]+)|([^/]+))$/.exec(path) ?? [];
  const id = decoded(post ?? page ?? '');
  const thread = id === '' ? null : await findCurrent(ctx, id).catch(unlessMissing);
  const kind = post === undefined ? 'page' : 'post';
  if (thread?.section === null && !thread.page && thread.postKey !== 0 && thread.kind === kind) return thread;
  const former = await findByFormerPath(ctx, path);
  const moved = former && (await findCurrent(ctx, former.id).catch(unlessMissing));
  return moved?.section === null ? moved : null;
}

/** Whether a URL is one of the site; http and https are the same. */
export function isOfSite(siteUrl: string, url: URL): boolean {
  return pathIn(siteUrl, url) !== null;
}

/** The path of a URL on the site, without a slash at the end; null for a URL of another site. */
function pathIn(siteUrl: string, { host, pathname }: URL): string | null {
  const sitePath = sitePathOf(siteUrl);
  if (host !== new URL(siteUrl).host || !`${pathname}/`.startsWith(`${sitePath}/`)) return null;
  return withoutTrailing(pathname.slice(sitePath.length), '/');
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}

function unlessMissing(error: unknown): null {
  if (isNotFound(error)) return null;
  throw error;
}
