import type { CallContext } from '../../routers/context.ts';

/** What a feed is made from. */
export interface FeedContext {
  call: CallContext;
  /** Scheme, host and port of absolute URLs: the site address, else where the request went. */
  base: string;
}
