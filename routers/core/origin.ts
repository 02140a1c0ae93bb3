import { siteOriginOf } from '../../shared/site-address.ts';
import type { RequestContext } from './context.ts';
import { appError } from '../base/errors.ts';

/**
 * Rejects writes from pages of other sites.
 *
 * Requests without Origin pass (command lines, servers), unless the browser marks them as cross-site. Otherwise the
 * origin must be the site address, one of CORS_ORIGINS or, without a site address, the request's own.
 *
 * @throws ORIGIN_NOT_ALLOWED
 */
export async function checkOrigin(ctx: RequestContext): Promise<void> {
  const { origin, fetchSite, ownOrigin } = ctx.request;
  if (origin === undefined) {
    if (fetchSite !== 'cross-site') return;
    throw appError('ORIGIN_NOT_ALLOWED', 'Requests from other sites are not allowed here.');
  }
  if (ctx.policy.allowsOrigin(origin)) return;
  const { siteUrl } = await ctx.settings.current();
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
    `Writing is only allowed from ${siteOriginOf(siteUrl)} and the origins in CORS_ORIGINS.`,
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
