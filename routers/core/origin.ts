import { siteOriginOf } from '../../shared/site-address.ts';
import { siteOf } from '../../shared/thread-address.ts';
import type { RequestContext } from './context.ts';
import { appError } from '../base/errors.ts';

/**
 * Rejects writes from pages of other sites that are not about a page of theirs.
 *
 * @param site of the page (`PageAddress`); null for what is no page of another site
 * @throws ORIGIN_NOT_ALLOWED
 */
export async function checkPageOrigin(ctx: RequestContext, site: string | null): Promise<void> {
  const { origin, ownOrigin } = ctx.request;
  if (origin === undefined || (site !== null && siteOf(origin) === site)) return;
  const { siteUrl } = await ctx.settings.current();
  if (origin === (siteUrl === '' ? ownOrigin : siteOriginOf(siteUrl))) return;
  if (site === null) return checkOrigin(ctx);
  throw appError('ORIGIN_NOT_ALLOWED', 'Comments on this page can only be written on its own site.');
}

/**
 * Rejects writes from pages of other sites.
 *
 * Requests without Origin pass (command lines, servers), unless the browser marks them as cross-site. Otherwise the
 * origin must be the site address, one of CORS_ORIGINS or, without a site address, the request's own.
 *
 * @param withCommentSites whether pages of the comment sites may send the request, which `checkPageOrigin` has to check
 * @throws ORIGIN_NOT_ALLOWED
 */
export async function checkOrigin(ctx: RequestContext, withCommentSites = false): Promise<void> {
  const { origin, fetchSite, ownOrigin } = ctx.request;
  if (origin === undefined) {
    if (fetchSite !== 'cross-site') return;
    throw appError('ORIGIN_NOT_ALLOWED', 'Requests from other sites are not allowed here.');
  }
  if (ctx.policy.allowsOrigin(origin)) return;
  const { siteUrl } = await ctx.settings.current();
  if (withCommentSites && ctx.settings.isCommentSite(origin)) return;
  if (siteUrl === '') {
    if (origin === ownOrigin) return;
    throw appError(
      'ORIGIN_NOT_ALLOWED',
      'This page is not allowed to send this request: the owner must set the site address in Settings.',
    );
  }
  if (origin === siteOriginOf(siteUrl)) return;
  throw appError(
    'ORIGIN_NOT_ALLOWED',
    `Writing is only allowed from ${siteOriginOf(siteUrl)}, ${withCommentSites ? 'the comment sites ' : ''}and the origins in CORS_ORIGINS.`,
  );
}

/**
 * Creates a function that checks whether a list contains an origin.
 *
 * @param patterns origins; `https://*.example.org` matches all subdomains at any depth
 */
export function originMatcher(patterns: readonly string[]): (origin: string) => boolean {
  const exact = new Set(patterns.filter((one) => !one.includes('*')));
  const ends = patterns.filter((one) => one.includes('*')).map((one) => one.split('*') as [string, string]);
  return (origin) =>
    exact.has(origin) ||
    ends.some(
      ([start, end]) =>
        origin.startsWith(start) &&
        origin.endsWith(end) &&
        /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/.test(origin.slice(start.length, -end.length)),
    );
}
