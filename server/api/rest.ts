import { findRefusal } from '../../routers/base/callers.ts';
import { appError } from '../../routers/base/errors.ts';
import type { RequestContext, Services } from '../../routers/core/context.ts';
import { BODY_LIMITS, parseFields, readJsonText } from '../http/body.ts';
import { answerValidated, tagOf } from '../http/validators.ts';
import type { Context } from '../http/request-state.ts';
import type { ReadTarget, Routes } from '../http/routes.ts';
import { parseQuery } from '../http/target.ts';
import type { CacheableRead } from '../http/cacheable-read.ts';
import { createRequestContext, readBeforeCall, readIfMatch } from '../http/request-context.ts';
import { cacheableCall, callProcedure, numberFields, routes, type Route } from '../http/procedure-routes.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Serves the procedures at the paths of their metadata. trpc-to-openapi reads the metadata for the document; its handler
 * does not make the calls, for the reasons in test/trpc-to-openapi.test.ts.
 */
export function addRest({ add }: Routes, services: Services): void {
  const parameters = ({ path }: Route) => path.split('{').length;
  for (const { path } of routes.filter(isEmptied)) add('DELETE', `${path}/`, refuseEmptyId);
  for (const route of routes.toSorted((a, b) => parameters(a) - parameters(b))) {
    add(route.method, route.path.replaceAll(/\{(\w+)\}/g, ':$1'), (ctx) => answerCall(services, ctx, route), {
      resolve: route.meta.dependsOn && ((target) => readOf(route, target)),
    });
  }
}

/** Whether a route deletes everything below a path where another deletes one thing by its id. */
function isEmptied({ method, path }: Route): boolean {
  return (
    method === 'DELETE' && routes.some((one) => one.method === method && /^\/\{\w+\}$/.test(one.path.replace(path, '')))
  );
}

/** A trailing slash is usually ignored; here it may be what is left of the URL of one thing whose id is empty. */
function refuseEmptyId(): never {
  throw appError('NOT_FOUND', 'The URL ends without an id. To delete everything, leave out the slash at its end.');
}

async function answerCall(services: Services, ctx: Context, route: Route): Promise<void> {
  const { status = 200, isCreation, location, unlisted } = route.meta;
  if (unlisted) ctx.set('X-Robots-Tag', 'noindex');
  const context = await createRequestContext(services, ctx.state);
  context.request.ifMatch = readIfMatch(ctx.req.headers['if-match']);
  const fields = await readBeforeCall(context, () => readFields(ctx, route, context));
  const input = { ...fields, ...withNumbers(route, ctx.params) };
  const output = await callProcedure(route, context, input);
  const body = JSON.stringify(output);
  const isMade = isCreation?.(input as never) ?? true;
  ctx.status = isMade ? status : 200;
  ctx.type = JSON_TYPE;
  ctx.body = body;
  ctx.set('Cache-Control', 'no-store');
  if (location && isMade) ctx.set('Location', location(output as never, input as never));
  if (route.method === 'GET') answerValidated(ctx, entityTag(output, body));
}

/** The cacheable read of a public query; its metadata contain the dependencies. */
function readOf(route: Route, { params, query }: ReadTarget): CacheableRead | null {
  const input = withNumbers(route, { ...parseQuery(query), ...params });
  const call = cacheableCall(route.name, input);
  return (
    call && {
      ...call,
      async render(context) {
        const output = await callProcedure(route, context, input);
        const body = JSON.stringify(output);
        return { type: JSON_TYPE, body, tag: entityTag(output, body) };
      },
    }
  );
}

/** Reads query and body. The body of an unauthorized caller, whom the call refuses, is not read. */
async function readFields(ctx: Context, route: Route, context: RequestContext): Promise<Record<string, unknown>> {
  const hasQuery = route.method === 'GET' || route.method === 'DELETE' || route.meta.takesQuery;
  const query = hasQuery ? withNumbers(route, parseQuery(ctx.querystring)) : {};
  return { ...query, ...(await readBody(ctx, route, context)) };
}

async function readBody(ctx: Context, { method, meta }: Route, context: RequestContext): Promise<object> {
  const forAdministrator = meta.access !== 'public';
  if (method === 'GET' || (forAdministrator && findRefusal(context, meta))) return {};
  const limit = forAdministrator && !context.caller?.mustChange ? BODY_LIMITS.administrator : BODY_LIMITS.public;
  return parseFields(await readJsonText(ctx.req, limit, ctx.state));
}

/** Values of a URL as input: decimal digits become numbers where the schema asks for them. */
function withNumbers({ name: procedure }: Route, values: Record<string, unknown>): Record<string, unknown> {
  const numbers = numberFields(procedure);
  const entries = Object.entries(values).map(([name, value]) => {
    const isNumber = numbers.has(name) && typeof value === 'string' && /^\d+$/.test(value);
    return [name, isNumber ? Math.min(Number(value), Number.MAX_SAFE_INTEGER) : value];
  });
  return Object.fromEntries(entries) as Record<string, unknown>;
}

/** `"<version>.<hash of the bytes>"` for an output with a version, else `"<hash>"`. */
function entityTag(output: unknown, body: string): string {
  const { post, page } = output as { post?: { version?: number }; page?: { version?: number } | number };
  const version = post?.version ?? (typeof page === 'object' ? page.version : undefined);
  return version === undefined ? tagOf(body) : `"${version}.${tagOf(body).slice(1)}`;
}
