import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RouterContext } from '@koa/router';

import type { Reply } from '../../routers/context.ts';
import type { BodyBudget } from './body-budget.ts';
import type { ErrorFormat } from './errors.ts';
import type { PolicyChanges } from './headers.ts';

/** One request on its way through the service; the read cache and Koa's middlewares share it. */
export interface RequestState {
  req: IncomingMessage;
  res: ServerResponse;
  /** The client IP in canonical form. */
  clientIp: string;
  /** What calls add to the response beside its body. */
  reply: Reply;
  /** The memory that unfinished bodies may take. */
  bodies: BodyBudget;
  /** Changes to the Content-Security-Policy of this response. */
  policy: PolicyChanges | undefined;
  /** How errors are written; undefined: as configured for the path. */
  errors: ErrorFormat | undefined;
  /** For log and metrics: `GET /api/posts/{id}`, `trpc posts.list`. */
  route: string | undefined;
}

/** Koa's context in this service. */
export type Context = RouterContext<RequestState>;
