import type { IncomingMessage } from 'node:http';

import type { FixedHead, RequestState } from './request-state.ts';

/** The steps that the read cache and Koa share. */
export interface Steps {
  clientIp(req: IncomingMessage): string;
  /**
   * Counts a read. With counters in memory it returns no promise.
   *
   * @param endpoint the procedure's name; null for pages and feeds, which count for all reads only
   * @throws RATE_LIMITED
   */
  countRead(state: RequestState, endpoint: string | null): void | Promise<void>;
  /** The headers of the response, as names and values in turn. */
  headers(state: Pick<RequestState, 'req' | 'reply' | 'policy' | 'forAnyOrigin'>): string[];
  /**
   * What the head of the response has in common with those of other requests; null where its headers depend on the
   * request. It is the same object as long as nothing changes.
   */
  fixedHead(state: Pick<RequestState, 'req' | 'reply' | 'policy' | 'forAnyOrigin'>): FixedHead | null;
  /** A URL for the header Location, with the path of the site. */
  locate(url: string): string;
  /** Logs the request when its response is sent. */
  log(state: RequestState): void;
  /** Writes the error response. */
  answerError(state: RequestState, thrown: unknown): Promise<void>;
}
