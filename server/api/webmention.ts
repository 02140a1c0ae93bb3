import type { Services } from '../../routers/core/context.ts';
import { memoryCounters } from '../../routers/core/limits/counters.ts';
import { receiveWebmention } from '../../routers/webmentions/receive.ts';
import { BODY_LIMITS, readForm } from '../http/body.ts';
import type { Routes } from '../http/routes.ts';
import { createRequestContext } from '../http/request-context.ts';
import { WEBMENTION_PATH } from '../http/webmention-path.ts';

const HOUR = 3_600_000;

/** Adds the endpoint to which other sites send webmentions. */
export function addWebmentions(routes: Routes, services: Services): void {
  const hourly = memoryCounters(services.clock, HOUR);
  routes.add('POST', WEBMENTION_PATH, async (ctx) => {
    const call = await createRequestContext(services, ctx.state);
    await receiveWebmention(call, hourly, () => readForm(ctx.req, BODY_LIMITS.public, ctx.state));
    ctx.status = 202;
    ctx.set('Cache-Control', 'no-store');
    ctx.body = { ok: true };
  });
}
