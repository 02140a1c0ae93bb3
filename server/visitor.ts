import type { Context } from 'koa';

import { isAdministrator } from '../routers/admin/sessions.ts';
import type { CallContext, Services } from '../routers/context.ts';
import { admitRead } from '../routers/limits/admit.ts';
import type { RequestState } from './http/request-state.ts';
import { setLimitHeaders } from './http/limit-headers.ts';
import { createRequestContext } from './request-context.ts';

/** Who reads a page or a feed. */
export interface Visitor {
  /** Sees what everybody sees: token and receipts of the request do not count here. */
  call: CallContext;
  /** Scheme, host and port in front of absolute addresses. */
  base: string;
  /** Whether `base` comes from the settings. Otherwise nobody may keep the answers, since it is the request's own. */
  hasSiteAddress: boolean;
}

/**
 * Counts the request towards all reads together, and gives what a page or a feed needs of it.
 *
 * @param endpoint an address under /api/, which has a limit of its own as well; null for pages and feeds
 * @throws RATE_LIMITED; BAD_REQUEST for a strange Host header
 */
export async function admitVisitor(services: Services, ctx: Context, endpoint: string | null = null): Promise<Visitor> {
  const call = await createRequestContext(services, ctx.req, (ctx.state as RequestState).address);
  try {
    if (!isAdministrator(call)) await admitRead(call, endpoint);
  } finally {
    setLimitHeaders(ctx, call.reply);
  }
  const { siteUrl } = await services.settings.current();
  return {
    call: {
      ...call,
      em: services.em.fork({ useContext: true }),
      session: null,
      request: { ...call.request, receipts: [] },
    },
    base: siteUrl === '' ? call.request.ownOrigin : siteUrl,
    hasSiteAddress: siteUrl !== '',
  };
}
