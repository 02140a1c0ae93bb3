import type { Context } from 'koa';

import { isAdministrator } from '../routers/admin/sessions.ts';
import type { CallContext, Services } from '../routers/context.ts';
import { admitRead } from '../routers/limits/admit.ts';
import type { RequestState } from './http/request-state.ts';
import { setLimitHeaders } from './http/limit-headers.ts';
import { createRequestContext } from './request-context.ts';

/**
 * Counts a request that Koa answers towards all reads together.
 *
 * @param endpoint an address under /api/, which has a limit of its own as well; null for pages
 * @returns the call of a visitor who sees what everybody sees: token and receipts do not count here
 * @throws RATE_LIMITED; BAD_REQUEST for a strange Host header
 */
export async function admitVisitor(
  services: Services,
  ctx: Context,
  endpoint: string | null = null,
): Promise<CallContext> {
  const call = await createRequestContext(services, ctx.req, (ctx.state as RequestState).address);
  try {
    if (!isAdministrator(call)) await admitRead(call, endpoint);
  } finally {
    setLimitHeaders(ctx, call.reply);
  }
  return {
    ...call,
    em: services.em.fork({ useContext: true }),
    session: null,
    request: { ...call.request, receipts: [] },
  };
}
