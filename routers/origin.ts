import type { RequestContext } from './context.ts';
import { refuse } from './errors.ts';

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
    throw refuse('ORIGIN_NOT_ALLOWED', 'Writing from another site is not allowed here.');
  }
  if (ctx.policy.corsOrigins.includes(origin)) return;
  const { siteUrl } = await ctx.settings.current();
  if (siteUrl === '') {
    if (origin === ownOrigin) return;
    throw refuse(
      'ORIGIN_NOT_ALLOWED',
      'This page may not write here: the owner has to set the site address in Settings.',
    );
  }
  if (origin === new URL(siteUrl).origin) return;
  throw refuse('ORIGIN_NOT_ALLOWED', `Writing is allowed from ${new URL(siteUrl).origin} only.`);
}
