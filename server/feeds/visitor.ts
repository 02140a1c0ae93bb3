import type { CallContext } from '../../routers/context.ts';

/** Who reads a feed. */
export interface Visitor {
  call: CallContext;
  /** Scheme, host and port in front of absolute addresses: the site address, else where the request went. */
  base: string;
}
