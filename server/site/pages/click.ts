import { findLink } from '../../../routers/mailings/clicks.ts';
import { readDevice } from '../../../routers/stats/analytics/device.ts';
import type { Services } from '../../../routers/core/context.ts';
import type { Context } from '../../http/request-state.ts';

/**
 * Leads from a link in a mail, `/mail/click/<token>`, to the address that stood there. A GET is counted for the link while
 * the owner wishes it: neither a HEAD, nor a request that says it only looks ahead or is a bot. Other programs
 * that check the links of a mail send the same GET as readers, and are counted.
 *
 * @returns false for a link that stood in no mail
 */
export async function followLink(services: Services, ctx: Context): Promise<boolean> {
  const link = await findLink(services.em.fork(), services.clock, ctx.params['token'] ?? '');
  if (!link) return false;
  const { countClicks } = await services.settings.current();
  const isReader = ctx.method === 'GET' && !looksAhead(ctx) && !readDevice(ctx.get('user-agent')).isBot;
  if (countClicks && isReader) services.clicks.add(link.mailingId, link.urlHash);
  ctx.set('Location', link.url);
  ctx.status = 302;
  ctx.body = '';
  return true;
}

function looksAhead(ctx: Context): boolean {
  return ['sec-purpose', 'purpose', 'x-moz'].some((name) => /prefetch|preview/i.test(ctx.get(name)));
}
