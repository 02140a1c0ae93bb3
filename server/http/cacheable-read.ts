import type { CallContext } from '../../routers/core/context.ts';
import type { ErrorFormat } from './request-state.ts';

/** A read whose response is the same for every anonymous caller. */
export interface CacheableRead {
  /** The cache key, made of the parsed input: two spellings of one input have one key. */
  key: string;
  /** The label for log and metrics; absent: that of the route, such as `GET /api/posts/{id}`. */
  route?: string;
  /** The procedure whose limit counts it; null for pages and feeds, which count towards all reads only. */
  limit: string | null;
  /** Whether it is a static file of this version, which no limit counts. */
  isFile?: boolean;
  /** The tags that the response depends on (migration 0003). */
  tags: readonly string[];
  /** Seconds after which it is rendered again; absent: only when a tag is invalidated. */
  lasts?: number;
  /** Whether its input is free, such as the text of a search: these responses have a small budget of their own. */
  hasFreeInput?: boolean;
  /** Whether callers who see hidden posts, and authors with receipts, receive a different response, from Koa. */
  isPersonal?: boolean;
  /** Whether every session and API key receives a different response, from Koa. */
  differsForKeys?: boolean;
  /** Whether the response contains absolute URLs of the site; it is not kept while no site address is set. */
  containsAbsoluteUrls?: boolean;
  /** Makes the response, or throws. */
  render(context: CallContext): Promise<RenderedResponse>;
  /** How errors are written; absent: as at its route. */
  errors?: ErrorFormat;
}

/** A rendered response. */
export interface RenderedResponse {
  type: string;
  body: string;
  /** A strong entity tag; absent when no cache may store the response. */
  tag?: string;
  /** Seconds for which browsers may cache it without revalidation; 0 when absent. */
  maxAge?: number;
  /** The time of the last change, in milliseconds since 1970. */
  modified?: number;
}
