import { getTRPCErrorFromUnknown } from '@trpc/server';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import type { Context, Next } from 'koa';

import { isAdministrator } from '../routers/admin/sessions.ts';
import type { RequestContext, Services } from '../routers/context.ts';
import { describeDatabaseError } from '../routers/database-errors.ts';
import { failureOf, refuse, Refusal } from '../routers/errors.ts';
import { appRouter } from '../routers/index.ts';
import type { Meta } from '../routers/trpc.ts';
import type { RequestState } from './http/request-state.ts';
import { BODY_LIMITS, readJsonText, requireNesting } from './http/body.ts';
import { setAnswer } from './http/answer.ts';
import { setLimitHeaders } from './http/limit-headers.ts';
import { pathOf, readTarget } from './http/target.ts';
import { createRequestContext } from './request-context.ts';
import { procedures } from './routes.ts';
import { DEEPEST_INPUT, JSON_TYPE, rpcFailure } from './rpc-failure.ts';
import { ENDPOINT, readRpcInput, readRpcRequest, rpcUrl } from './rpc-request.ts';

/** How many calls one batch may hold. */
const BATCH = 10;

/** Answers native tRPC at /trpc: queries by GET, mutations by POST, batches of up to 10 calls. */
export function rpc(services: Services) {
  return async (ctx: Context, next: Next): Promise<void> => {
    if (!pathOf(ctx.req).startsWith(`${ENDPOINT}/`)) return next();
    try {
      const { path, query } = readTarget(ctx.req);
      await answerCalls(services, ctx, path, query);
    } catch (error) {
      setAnswer(ctx, rpcFailure(describeDatabaseError(getTRPCErrorFromUnknown(error), services)));
    }
  };
}

async function answerCalls(services: Services, ctx: Context, path: string, query: string): Promise<void> {
  const asked = readRpcRequest(path, query);
  const { names } = asked;
  const state = ctx.state as RequestState;
  state.route = `trpc ${names.map((name) => (typeOf(name) ? name : 'unknown')).join(',')}`;
  if (!takesMethod(ctx, names)) return;

  const call = await createRequestContext(services, ctx.req, state.address);
  const { input, body } = await readInput(ctx, query, names, call);
  const response = await callByFetch(call, rpcUrl(asked, input), {
    method: ctx.method === 'HEAD' ? 'GET' : ctx.method,
    ...(body !== undefined && { body }),
  });
  ctx.status = response.status;
  setLimitHeaders(ctx, call.reply);
  const retryAfter = response.headers.get('retry-after');
  if (retryAfter !== null) ctx.set('Retry-After', retryAfter);
  if (response.status === 401) ctx.set('WWW-Authenticate', 'Bearer');
  ctx.set('Cache-Control', 'no-store');
  ctx.type = JSON_TYPE;
  ctx.body = await response.text();
}

/** Makes the calls that a tRPC request asks for. */
function callByFetch(call: RequestContext, url: string, init: RequestInit): Promise<Response> {
  return fetchRequestHandler({
    endpoint: ENDPOINT,
    router: appRouter,
    req: new Request(url, { ...init, headers: { 'content-type': 'application/json' } }),
    createContext: () => call,
    maxBatchSize: BATCH,
    responseMeta: ({ errors }) => retryMeta(errors),
  });
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
async function readInput(
  ctx: Context,
  query: string,
  names: string[],
  call: RequestContext,
): Promise<{ input?: string; body?: string }> {
  const writes = ctx.method === 'POST';
  try {
    const text = writes
      ? await readJsonText(ctx.req, limitOf(names, call), ctx.state, DEEPEST_INPUT)
      : readRpcInput(query);
    if (text === undefined) return {};
    if (!writes) requireNesting(text, DEEPEST_INPUT);
    if (text !== '') JSON.parse(text);
    return writes ? { body: text } : { input: text };
  } catch (error) {
    call.request.bodyProblem = error instanceof Refusal ? error : refuse('PARSE_ERROR');
    return writes ? { body: '' } : {};
  }
}

function limitOf(names: string[], call: RequestContext): number {
  const forAdministrator = names.some((name) => (procedures[name]?._def.meta as Meta | undefined)?.access !== 'public');
  return forAdministrator && isAdministrator(call) ? BODY_LIMITS.administrator : BODY_LIMITS.public;
}

/** The longest wait that any call of the batch was told. */
function retryMeta(errors: readonly unknown[]): { headers?: Record<string, string> } {
  const waits = errors.flatMap((error) => failureOf(error).retryAfter ?? []);
  return waits.length === 0 ? {} : { headers: { 'retry-after': String(Math.max(...waits)) } };
}
