import type { CallContext } from '../../../routers/core/context.ts';

/** The input of a feed. */
export interface FeedContext {
  call: CallContext;
  /** Scheme, host and port of absolute URLs: the site address, else the origin of the request. */
  base: string;
}

/** The context of a call. */
export async function feedContext(call: CallContext): Promise<FeedContext> {
  return { call, base: (await call.settings.current()).siteUrl || call.request.ownOrigin };
}
