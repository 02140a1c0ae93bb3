import type { Context, Next } from 'koa';

import type { RequestContext, Services } from '../routers/context.ts';
import { isAdministrator } from '../routers/admin/sessions.ts';
import { refuse, Refusal } from '../routers/errors.ts';
import { callProcedure, entityTag, withNumbers } from './call-procedure.ts';
import type { RequestState } from './http/request-state.ts';
import { answerValidated } from './http/caching.ts';
import { setLimitHeaders } from './http/limit-headers.ts';
import { BODY_LIMITS, parseFields, readJsonText } from './http/body.ts';
import { decodePart, parseQuery, pathOf, readTarget } from './http/target.ts';
import { createRequestContext, readIfMatch } from './request-context.ts';
import { allowed, matchPath, type Match, type Route } from './routes.ts';

/**
 * Answers REST requests by calling the procedure whose metadata names the address.
 *
 * The metadata and the document are trpc-to-openapi's; the calls are made here, because its handler coerces bodies,
 * changes the shared schemas, answers HEAD with 404 and leaves path parameters encoded. What everybody reads alike is
 * answered before it gets here (reads/).
 */
export function rest(services: Services) {
  return async (ctx: Context, next: Next): Promise<void> => {
    const match = matchPath(pathOf(ctx.req));
    if (!match) return next();
    const { query } = readTarget(ctx.req);
    const route = match.methods.get(ctx.method === 'HEAD' ? 'GET' : ctx.method);
    if (!route) return answerOtherMethod(ctx, match);

    const state = ctx.state as RequestState;
    state.route = `${route.method} ${route.path}`;
    if (route.meta.unlisted) ctx.set('X-Robots-Tag', 'noindex');
    const call = await createRequestContext(services, ctx.req, state.address);
    call.request.ifMatch = readIfMatch(ctx.req.headers['if-match']);
    const input = {
      ...readQuery(route, query, call),
      ...(await readBody(ctx, route, call)),
      ...withNumbers(route, mapValues(match.params, decodePart)),
    };
    try {
      answer(ctx, route, input, await callProcedure(route, call, input));
    } finally {
      setLimitHeaders(ctx, call.reply);
    }
  };
}

function answerOtherMethod(ctx: Context, match: Match): void {
  ctx.set('Allow', allowed(match));
  if (ctx.method !== 'OPTIONS') {
    throw refuse('METHOD_NOT_ALLOWED', `This address takes ${allowed(match)} only.`);
  }
  ctx.status = 204;
}

/** The query counts where there is no body. */
function readQuery(route: Route, query: string, call: RequestContext): Record<string, unknown> {
  if (route.method !== 'GET' && route.method !== 'DELETE') return {};
  return withNumbers(route, parsedQuery(query, call));
}

function parsedQuery(query: string, call: RequestContext): Record<string, unknown> {
  try {
    return parseQuery(query);
  } catch (error) {
    return keepForTheCall(call, error);
  }
}

/**
 * Reads the body before the call. What is wrong with it is kept for the call, which refuses first whoever may not
 * write at all; for them the body is not even read.
 */
async function readBody(ctx: Context, route: Route, call: RequestContext): Promise<Record<string, unknown>> {
  if (route.method === 'GET') return {};
  const forAdministrator = route.meta.access !== 'public';
  if (forAdministrator && !call.session) return {};
  const limit = forAdministrator && isAdministrator(call) ? BODY_LIMITS.administrator : BODY_LIMITS.public;
  try {
    return parseFields(await readJsonText(ctx.req, limit, ctx.state));
  } catch (error) {
    return keepForTheCall(call, error);
  }
}

function keepForTheCall(call: RequestContext, error: unknown): Record<string, never> {
  if (!(error instanceof Refusal)) throw error;
  call.request.bodyProblem = error;
  return {};
}

function answer(ctx: Context, { method, meta }: Route, input: object, output: unknown): void {
  const { status = 200, location } = meta;
  const body = JSON.stringify(output);
  ctx.status = status;
  ctx.type = 'application/json; charset=utf-8';
  ctx.body = body;
  ctx.set('Cache-Control', 'no-store');
  if (location) ctx.set('Location', location(output as never, input as never));
  if (method === 'GET') answerValidated(ctx, entityTag(output, body));
}

function mapValues(values: Record<string, string>, map: (value: string) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value)]));
}
