import type { RequestContext } from './context.ts';
import { appError } from './errors.ts';

/**
 * Refuses writes from pages of other sites.
 *
 * No Origin passes (command lines, servers), unless the browser says that the request is cross-site. Otherwise the
 * origin must be the site address, one of CORS_ORIGINS, or, while no site address is set, the request's own.
 *
 * @throws ORIGIN_NOT_ALLOWED
 */
export async function checkOrigin(ctx: RequestContext): Promise<void> {
  const { origin, fetchSite, ownOrigin } = ctx.request;
  if (origin === undefined) {
    if (fetchSite !== 'cross-site') return;
    throw appError('ORIGIN_NOT_ALLOWED', 'Requests from other sites are not allowed here.');
  }
  if (ctx.policy.corsOrigins.includes(origin)) return;
  const { siteUrl } = await ctx.settings.current();
  if (siteUrl === '') {
    if (origin === ownOrigin) return;
    throw appError(
      'ORIGIN_NOT_ALLOWED',
      'This page is not allowed to send this request: the owner has to set the site address in Settings.',
    );
  }
  if (origin === new URL(siteUrl).origin) return;
  throw appError('ORIGIN_NOT_ALLOWED', `Writing is only allowed from ${new URL(siteUrl).origin}.`);
}
