import { getTRPCErrorFromUnknown, type TRPCError } from '@trpc/server';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import type { Context, Next } from 'koa';
import superjson from 'superjson';

import { isAdministrator } from '../routers/admin/sessions.ts';
import type { RequestContext, Services } from '../routers/context.ts';
import { describeDatabaseError } from '../routers/database-errors.ts';
import { failureOf, refuse, Refusal } from '../routers/errors.ts';
import { appRouter } from '../routers/index.ts';
import type { Meta } from '../routers/trpc.ts';
import type { RequestState } from './http/request-state.ts';
import { BODY_LIMITS, DEEPEST_JSON, readJsonText, requireNesting } from './http/body.ts';
import { answerError } from './http/errors.ts';
import { setLimitHeaders } from './http/limit-headers.ts';
import { decodePart, parseQuery, pathOf, readTarget } from './http/target.ts';
import { createRequestContext } from './request-context.ts';
import { procedures } from './routes.ts';

const ENDPOINT = '/trpc';
/** How many calls one batch may hold. */
const BATCH = 10;
/** The levels that a batch and superjson put around an input. */
const ENVELOPE = 3;

/** Answers native tRPC at /trpc: queries by GET, mutations by POST, batches of up to 10 calls. */
export function rpc(services: Services) {
  return async (ctx: Context, next: Next): Promise<void> => {
    if (!pathOf(ctx.req).startsWith(`${ENDPOINT}/`)) return next();
    try {
      const { path, query } = readTarget(ctx.req);
      await answerCalls(services, ctx, path, query);
    } catch (error) {
      answerRpcError(ctx, describeDatabaseError(getTRPCErrorFromUnknown(error), services.log));
    }
  };
}

async function answerCalls(services: Services, ctx: Context, path: string, query: string): Promise<void> {
  const names = namesIn(path, query);
  const state = ctx.state as RequestState;
  state.route = `trpc ${names.map((name) => (typeOf(name) ? name : 'unknown')).join(',')}`;
  if (!takesMethod(ctx, names)) return;

  const call = await createRequestContext(services, ctx.req, state.address);
  const response = await fetchRequestHandler({
    endpoint: ENDPOINT,
    router: appRouter,
    req: new Request(`http://localhost${path}?${query}`, {
      method: ctx.method === 'HEAD' ? 'GET' : ctx.method,
      headers: { 'content-type': 'application/json' },
      ...(await readInput(ctx, query, names, call)),
    }),
    createContext: () => call,
    maxBatchSize: BATCH,
    responseMeta: ({ errors }) => retryMeta(errors),
  });
  ctx.status = response.status;
  setLimitHeaders(ctx, call.reply);
  const retryAfter = response.headers.get('retry-after');
  if (retryAfter !== null) ctx.set('Retry-After', retryAfter);
  if (response.status === 401) ctx.set('WWW-Authenticate', 'Bearer');
  ctx.set('Cache-Control', 'no-store');
  ctx.type = 'application/json; charset=utf-8';
  ctx.body = await response.text();
}

function namesIn(path: string, query: string): string[] {
  const names = decodePart(path.slice(ENDPOINT.length + 1).replace(/\/$/, ''));
  return parseQuery(query).batch === '1' ? names.split(',') : [names];
}

function typeOf(name: string): string | undefined {
  return Object.hasOwn(procedures, name) ? procedures[name]?._def.type : undefined;
}

/** Queries take GET, mutations POST; a name that is unknown is tRPC's to refuse. */
function takesMethod(ctx: Context, names: string[]): boolean {
  const types = names.map(typeOf);
  const reads = types.every((type) => type !== 'mutation') ? ['GET', 'HEAD'] : [];
  const writes = types.every((type) => type !== 'query') ? ['POST'] : [];
  const allow = [...reads, ...writes, 'OPTIONS'];
  if (allow.includes(ctx.method) && ctx.method !== 'OPTIONS') return true;
  ctx.set('Allow', allow.join(', '));
  if (ctx.method !== 'OPTIONS') throw refuse('METHOD_NOT_ALLOWED', `This address takes ${allow.join(', ')} only.`);
  ctx.status = 204;
  return false;
}

/** Reads the input before the calls; what is wrong with it is kept for each call to refuse at its turn. */
async function readInput(ctx: Context, query: string, names: string[], call: RequestContext) {
  try {
    if (ctx.method !== 'POST') return requireShallow(parseQuery(query).input);
    const body = await readJsonText(ctx.req, limitOf(names, call), DEEPEST_JSON + ENVELOPE);
    if (body !== '') JSON.parse(body);
    return { body };
  } catch (error) {
    call.request.bodyProblem = error instanceof Refusal ? error : refuse('PARSE_ERROR');
    return ctx.method === 'POST' ? { body: '' } : {};
  }
}

function requireShallow(input: string | string[] | undefined): Record<string, never> {
  if (typeof input === 'string') requireNesting(input, DEEPEST_JSON + ENVELOPE);
  return {};
}

function limitOf(names: string[], call: RequestContext): number {
  const forAdministrator = names.some((name) => (procedures[name]?._def.meta as Meta | undefined)?.access !== 'public');
  return forAdministrator && isAdministrator(call) ? BODY_LIMITS.administrator : BODY_LIMITS.public;
}

/** Answers what went wrong outside of any call in the shape that tRPC clients read. */
function answerRpcError(ctx: Context, error: TRPCError): void {
  answerError(ctx, error);
  const { status, body, retryAfter } = failureOf(error);
  const { ok: _, error: message, code: reason, ...details } = body;
  const data = { code: error.code, httpStatus: status, reason, ...details, ...(retryAfter && { retryAfter }) };
  ctx.body = JSON.stringify({
    error: superjson.serialize({ message, code: TRPC_ERROR_CODES_BY_KEY[error.code], data }),
  });
}

/** The longest wait that any call of the batch was told. */
function retryMeta(errors: readonly unknown[]): { headers?: Record<string, string> } {
  const waits = errors.flatMap((error) => failureOf(error).retryAfter ?? []);
  return waits.length === 0 ? {} : { headers: { 'retry-after': String(Math.max(...waits)) } };
}
