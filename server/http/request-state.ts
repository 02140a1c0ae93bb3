import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RouterContext } from '@koa/router';

import type { Reply } from '../../routers/core/context.ts';
import type { BodyBudget } from './body-budget.ts';

/** The state of one request, shared by the read cache and Koa's middlewares. */
export interface RequestState {
  req: IncomingMessage;
  res: ServerResponse;
  /** The client IP in canonical form. */
  clientIp: string;
  /** Headers that calls add to the response. */
  reply: Reply;
  /** The memory that unfinished bodies may take. */
  bodies: BodyBudget;
  /** Changes to the security headers of this response. */
  policy: PolicyChanges | undefined;
  /** Whether pages of every origin may load the response. */
  forAnyOrigin?: boolean | undefined;
  /** How errors are written; undefined: as configured for the path. */
  errors: ErrorFormat | undefined;
  /** For log and metrics: `GET /api/posts/{id}`, `trpc posts.list`. */
  route: string | undefined;
  /** How long a write has waited for its turn to begin, in milliseconds. */
  queued?: number;
  /** Whether the response has no end; its duration is not that of a request. */
  isStream?: boolean;
}

/** Koa's context in this service. */
export type Context = RouterContext<RequestState>;

/** A complete response before it is written. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Turns a thrown error into a response: JSON for programs, a page for visitors. */
export type ErrorFormat = (thrown: unknown, state: RequestState) => Answer | Promise<Answer>;

/** Changes to the security headers of one response. */
export interface PolicyChanges {
  /** Style elements that carry this nonce are applied; a fresh one for every response. */
  styleNonce?: string;
  /** Style elements and attributes are applied: for the reference page alone, whose viewer needs them. */
  inlineStyles?: true;
  /**
   * Scripts of the page may turn text into HTML or code only through Trusted Types policies of these names. Browsers
   * without Trusted Types ignore it.
   */
  trustedTypes?: readonly string[];
  /** The origins of players that the page may show in frames. */
  frames?: readonly string[];
  /** The response is an uploaded image, which runs nothing and loads nothing. */
  image?: 'svg' | 'raster' | undefined;
  /** Its URL, which is a secret, is sent nowhere. */
  noReferrer?: true;
}

/** Lines of the head of a response. */
export interface FixedHead {
  /** Those before the headers of the limit, of a 200 and of the 304 in its place, and those after. */
  whole: string;
  unchanged: string;
  after: string;
}
