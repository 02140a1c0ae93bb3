import type { CallContext } from '../../routers/context.ts';

/** The input of a feed. */
export interface FeedContext {
  call: CallContext;
  /** Scheme, host and port of absolute URLs: the site address, else the origin of the request. */
  base: string;
}
