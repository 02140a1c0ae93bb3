import type { IncomingMessage } from 'node:http';
import type { Context, Next } from 'koa';

import type { Services } from '../../routers/context.ts';

/** What an answer may differ by. */
export const VARY = 'Accept-Encoding, Authorization, X-Comment-Receipt, Origin';
const EXPOSED = 'ETag, Location, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset';
const REQUEST_HEADERS = 'Authorization, Content-Type, If-Match, If-None-Match, X-Comment-Receipt';
/** Seconds that a browser may keep the answer to a preflight. */
const PREFLIGHT_AGE = 600;

/** Lets pages of the site address and of CORS_ORIGINS read the answers. */
export function cors(services: Services) {
  return async (ctx: Context, next: Next): Promise<void> => {
    ctx.vary(VARY);
    const allowed = corsHeaders(services, ctx.req);
    for (let at = 0; at < allowed.length; at += 2) ctx.set(allowed[at]!, allowed[at + 1]!);
    if (allowed.length > 0 && ctx.method === 'OPTIONS') allowRequest(ctx);
    await next();
  };
}

/** What lets the page that sent a request read the answer, as names and values in turn; nothing for other pages. */
export function corsHeaders(services: Services, { headers: { origin } }: IncomingMessage): string[] {
  if (origin === undefined || !isAllowed(services, origin)) return [];
  return ['Access-Control-Allow-Origin', origin, 'Access-Control-Expose-Headers', EXPOSED];
}

function allowRequest(ctx: Context): void {
  ctx.set('Access-Control-Allow-Methods', 'GET, HEAD, POST, PUT, DELETE');
  ctx.set('Access-Control-Allow-Headers', REQUEST_HEADERS);
  ctx.set('Access-Control-Max-Age', String(PREFLIGHT_AGE));
}

function isAllowed({ policy, settings }: Services, origin: string): boolean {
  return policy.corsOrigins.includes(origin) || (settings.siteAddress() !== '' && settings.siteAddress() === origin);
}
