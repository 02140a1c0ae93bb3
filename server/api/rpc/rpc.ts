import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';

import { fetchRequestHandler } from '@trpc/server/adapters/fetch';

import { findRefusal } from '../../../routers/base/callers.ts';
import type { RequestContext, Services } from '../../../routers/core/context.ts';
import { describeDatabaseError } from '../../../routers/base/database-errors.ts';
import { toFailure, appError, AppError } from '../../../routers/base/errors.ts';
import { appRouter } from '../../../routers/index.ts';
import { goneSignal, beginStream } from '../event-stream.ts';
import { BODY_LIMITS, readJsonText, requireNesting } from '../../http/body.ts';
import type { Context } from '../../http/request-state.ts';
import { answerOtherMethod, type Routes } from '../../http/routes.ts';
import { createRequestContext } from '../../http/request-context.ts';
import { procedureMeta, procedureType } from '../../http/procedure-routes.ts';
import { MAX_INPUT_DEPTH, JSON_TYPE, rpcErrors } from './failure.ts';
import { rpcReads } from './reads.ts';
import { ENDPOINT, readRpcInput, readRpcRequest, readSubscription, rpcUrl, type RpcRequest } from './request.ts';

/** The value of trpc-accept that httpBatchStreamLink sends. */
const STREAMED = 'application/jsonl';

/** Adds native tRPC at /trpc: queries by GET, mutations by POST, batches of up to 10 calls. */
export function addRpc({ add }: Routes, services: Services): void {
  add('*', `${ENDPOINT}/{*names}`, (ctx) => answerCalls(services, ctx), {
    resolve: rpcReads(services),
    errors: rpcErrors(services),
  });
}

async function answerCalls(services: Services, ctx: Context): Promise<void> {
  const request = readRpcRequest(ctx.path, ctx.querystring);
  const { names } = request;
  ctx.state.route = `trpc ${names.map((name) => (procedureType(name) ? name : 'unknown')).join(',')}`;
  const methods = methodsOf(names);
  if (!methods.includes(ctx.method)) return answerOtherMethod(ctx, methods);

  if (!request.isBatch && procedureType(names[0]!) === 'subscription')
    return answerSubscription(services, ctx, request);
  const isStreamed = ctx.method !== 'HEAD' && ctx.get('trpc-accept') === STREAMED;
  const context = await createRequestContext(services, ctx.state);
  const { input, body } = await readInput(ctx, names, context);
  const response = await callByFetch(context, rpcUrl(request, input), {
    method: ctx.method === 'HEAD' ? 'GET' : ctx.method,
    ...(body !== undefined && { body }),
    headers: { 'content-type': 'application/json', ...(isStreamed && { 'trpc-accept': STREAMED }) },
  });
  ctx.status = response.status;
  const retryAfter = response.headers.get('retry-after');
  if (retryAfter !== null) ctx.set('Retry-After', retryAfter);
  if (response.status === 401) ctx.set('WWW-Authenticate', 'Bearer');
  ctx.set('Cache-Control', 'no-store');
  ctx.type = JSON_TYPE;
  ctx.body = isStreamed && response.body ? Readable.fromWeb(response.body as ReadableStream) : await response.text();
}

/** Answers in the format of `httpSubscriptionLink`: even errors are sent as events, with status 200. */
async function answerSubscription(services: Services, ctx: Context, request: RpcRequest): Promise<void> {
  const { lastEventId = ctx.get('Last-Event-ID'), token } = readSubscription(ctx.querystring);
  const context = await createRequestContext(services, ctx.state, token);
  const { input } = await readInput(ctx, request.names, context);
  beginStream(ctx);
  if (ctx.method === 'HEAD') return;
  const headers = { ...(lastEventId !== '' && { 'last-event-id': lastEventId }) };
  const response = await callByFetch(context, rpcUrl(request, input), { signal: goneSignal(ctx), headers });
  ctx.body = Readable.fromWeb(response.body as ReadableStream);
}

/** Makes the calls of a tRPC request. */
function callByFetch(call: RequestContext, url: string, init: RequestInit): Promise<Response> {
  return fetchRequestHandler({
    endpoint: ENDPOINT,
    router: appRouter,
    req: new Request(url, init),
    createContext: () => call,
    // Errors in the middle of a stream have not been logged yet.
    onError: ({ error }) => {
      describeDatabaseError(error, call);
    },
    responseMeta: ({ errors }) => retryMeta(errors),
  });
}

/** Queries and subscriptions use GET, mutations POST. tRPC itself rejects unknown names. */
function methodsOf(names: string[]): string[] {
  const types = names.map(procedureType);
  const reads = types.every((type) => type !== 'mutation') ? ['GET', 'HEAD'] : [];
  return types.every((type) => type === 'mutation' || type === undefined) ? [...reads, 'POST'] : reads;
}

/** Reads the input before the calls. An error is deferred to each call. */
async function readInput(
  ctx: Context,
  names: string[],
  call: RequestContext,
): Promise<{ input?: string; body?: string }> {
  const writes = ctx.method === 'POST';
  try {
    const text = writes
      ? await readJsonText(ctx.req, limitOf(names, call), ctx.state, MAX_INPUT_DEPTH)
      : readRpcInput(ctx.querystring);
    if (text === undefined) return {};
    if (!writes) requireNesting(text, MAX_INPUT_DEPTH);
    if (text !== '') JSON.parse(text);
    return writes ? { body: text } : { input: text };
  } catch (error) {
    call.request.deferredBodyError = error instanceof AppError ? error : appError('PARSE_ERROR');
    return writes ? { body: '' } : {};
  }
}

function limitOf(names: string[], call: RequestContext): number {
  const isAllowed = names.some((name) => {
    const meta = procedureMeta(name);
    return meta !== undefined && meta.access !== 'public' && findRefusal(call, meta) === null;
  });
  return isAllowed && !call.caller?.mustChange ? BODY_LIMITS.administrator : BODY_LIMITS.public;
}

/** The longest Retry-After of the calls of a batch. */
function retryMeta(errors: readonly unknown[]): { headers?: Record<string, string> } {
  const waits = errors.flatMap((error) => toFailure(error).retryAfter ?? []);
  return waits.length === 0 ? {} : { headers: { 'retry-after': String(Math.max(...waits)) } };
}
