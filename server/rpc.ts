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
import { failureAnswer, setAnswer, type Answer } from './http/answer.ts';
import { setLimitHeaders } from './http/limit-headers.ts';
import { decodePart, parseQuery, pathOf, readTarget } from './http/target.ts';
import { createRequestContext } from './request-context.ts';
import type { Finder } from './reads/reading.ts';
import { knownOf, parsed } from './reads/rest-readings.ts';
import { procedures } from './routes.ts';

const ENDPOINT = '/trpc';
const JSON_TYPE = 'application/json; charset=utf-8';
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
      setAnswer(ctx, rpcFailure(describeDatabaseError(getTRPCErrorFromUnknown(error), services.log)));
    }
  };
}

async function answerCalls(services: Services, ctx: Context, path: string, query: string): Promise<void> {
  const names = namesIn(path, query);
  const state = ctx.state as RequestState;
  state.route = `trpc ${names.map((name) => (typeOf(name) ? name : 'unknown')).join(',')}`;
  if (!takesMethod(ctx, names)) return;

  const call = await createRequestContext(services, ctx.req, state.address);
  const response = await callByFetch(call, `${path}?${query}`, {
    method: ctx.method === 'HEAD' ? 'GET' : ctx.method,
    ...(await readInput(ctx, query, names, call)),
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
function callByFetch(call: RequestContext, target: string, init: RequestInit): Promise<Response> {
  return fetchRequestHandler({
    endpoint: ENDPOINT,
    router: appRouter,
    req: new Request(`http://localhost${target}`, { ...init, headers: { 'content-type': 'application/json' } }),
    createContext: () => call,
    maxBatchSize: BATCH,
    responseMeta: ({ errors }) => retryMeta(errors),
  });
}

/**
 * The public reads of native tRPC: one query at a time, as the typed client sends it, in a batch of one or alone. Its
 * answers are kept here for speed, and by nobody else.
 */
export function rpcReadings({ log }: Services): Finder {
  return (path, query) => {
    if (!path.startsWith(`${ENDPOINT}/`)) return null;
    const [name = '', ...more] = namesIn(path, query);
    const input = more.length === 0 ? queryInput(name, query) : null;
    if (!input) return null;
    const known = knownOf(name, input);
    const isBatch = parseQuery(query).batch === '1';
    return {
      ...known,
      key: `trpc ${isBatch ? 'batch ' : ''}${known.key}`,
      route: `trpc ${name}`,
      async make(call) {
        const response = await callByFetch(call, `${path}?${query}`, { method: 'GET' });
        if (response.status !== 200) throw new Unkept(await answerOf(response));
        return { type: JSON_TYPE, body: await response.text() };
      },
      fail(thrown) {
        if (thrown instanceof Unkept) return thrown.answer;
        const answer = rpcFailure(describeDatabaseError(getTRPCErrorFromUnknown(thrown), log), name);
        return isBatch ? { ...answer, body: `[${answer.body}]` } : answer;
      },
    };
  };
}

/** An answer of tRPC that says what went wrong, on its way out of a reading. */
class Unkept extends Error {
  readonly answer: Answer;

  constructor(answer: Answer) {
    super('not kept');
    this.answer = answer;
  }
}

async function answerOf(response: Response): Promise<Answer> {
  const retryAfter = response.headers.get('retry-after');
  return {
    status: response.status,
    headers: {
      'Content-Type': JSON_TYPE,
      'Cache-Control': 'no-store',
      ...(retryAfter !== null && { 'Retry-After': retryAfter }),
    },
    body: await response.text(),
  };
}

/** The parsed input of a public query; null for everything else, and for what does not fit. */
function queryInput(name: string, query: string): Record<string, unknown> | null {
  const meta = procedures[name]?._def.meta as Meta | undefined;
  if (!meta?.dependsOn) return null;
  const { input, batch } = parseQuery(query);
  if (input === undefined) return parsed(name, undefined);
  if (typeof input !== 'string') return null;
  requireShallow(input);
  const values = JSON.parse(input) as Record<string, unknown>;
  const envelope = (batch === '1' ? values['0'] : values) as { json?: unknown; meta?: unknown } | undefined;
  // What superjson has to say of types is nothing that a read of ours takes.
  return envelope?.meta === undefined ? parsed(name, envelope?.json ?? undefined) : null;
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

/** What went wrong outside of a call, in the shape that tRPC clients read. */
function rpcFailure(error: TRPCError, path?: string): Answer {
  const { body, retryAfter } = failureOf(error);
  const { status, headers } = failureAnswer(error);
  const { ok: _, error: message, code: reason, ...details } = body;
  const data = {
    code: error.code,
    httpStatus: status,
    ...(path && { path }),
    reason,
    ...details,
    ...(retryAfter && { retryAfter }),
  };
  const shape = superjson.serialize({ message, code: TRPC_ERROR_CODES_BY_KEY[error.code], data });
  return { status, headers, body: JSON.stringify({ error: shape }) };
}

/** The longest wait that any call of the batch was told. */
function retryMeta(errors: readonly unknown[]): { headers?: Record<string, string> } {
  const waits = errors.flatMap((error) => failureOf(error).retryAfter ?? []);
  return waits.length === 0 ? {} : { headers: { 'retry-after': String(Math.max(...waits)) } };
}
