import type { Context, Next } from 'koa';

import type { Services } from '../../routers/context.ts';

const EXPOSED = 'ETag, Location, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset';
const REQUEST_HEADERS = 'Authorization, Content-Type, If-Match, If-None-Match, X-Comment-Receipt';
/** Seconds that a browser may keep the answer to a preflight. */
const PREFLIGHT_AGE = 600;

/** Lets pages of the site address and of CORS_ORIGINS read the answers. */
export function cors(services: Services) {
  return async (ctx: Context, next: Next): Promise<void> => {
    ctx.vary('Accept-Encoding, Authorization, X-Comment-Receipt, Origin');
    const { origin } = ctx.req.headers;
    if (origin !== undefined && (await isAllowed(services, origin))) {
      ctx.set('Access-Control-Allow-Origin', origin);
      ctx.set('Access-Control-Expose-Headers', EXPOSED);
      if (ctx.method === 'OPTIONS') allowRequest(ctx);
    }
    await next();
  };
}

function allowRequest(ctx: Context): void {
  ctx.set('Access-Control-Allow-Methods', 'GET, HEAD, POST, PUT, DELETE');
  ctx.set('Access-Control-Allow-Headers', REQUEST_HEADERS);
  ctx.set('Access-Control-Max-Age', String(PREFLIGHT_AGE));
}

async function isAllowed(services: Services, origin: string): Promise<boolean> {
  if (services.policy.corsOrigins.includes(origin)) return true;
  const { siteUrl } = await services.settings.current();
  return siteUrl !== '' && new URL(siteUrl).origin === origin;
}
