import type { RequestContext, Services } from '../../../routers/core/context.ts';
import { appError } from '../../../routers/base/errors.ts';
import { hasScope } from '../../../routers/base/scopes.ts';
import { lazy, type Lazy } from '../../../routers/base/lazy.ts';
import { checkOrigin } from '../../../routers/core/origin.ts';
import { BODY_LIMITS, MAX_JSON_DEPTH, parseJson, readJsonText } from '../../http/body.ts';
import type { Context } from '../../http/request-state.ts';
import type { Routes } from '../../http/routes.ts';
import { listedTools, type ListedTools } from './listed-tools.ts';
import { MCP_PATH } from '../../http/mcp-path.ts';
import { tools } from './tools.ts';
import { readDocument } from '../openapi/stored.ts';
import { createRequestContext } from '../../http/request-context.ts';
import { procedureMeta } from '../../http/procedure-routes.ts';

/** How many messages a batch may contain, as in native tRPC. */
const MAX_BATCH = 10;
/** The maximum nesting of a body: the batch, the message and its parameters surround the input. */
const MAX_DEPTH = MAX_JSON_DEPTH + 3;

/**
 * Adds the MCP server: Streamable HTTP without sessions, so POST only. It takes API keys. The procedure of a tool decides
 * what it does and who may call it.
 */
export function addMcp({ add }: Routes, services: Services): void {
  const listed = lazy(async () => listedTools(await readDocument()));
  add('POST', MCP_PATH, (ctx) => answer(services, listed, ctx));
}

async function answer(services: Services, listed: Lazy<ListedTools>, ctx: Context): Promise<void> {
  const context = await createRequestContext(services, ctx.state);
  requireKey(context);
  await checkOrigin(context);
  const messages = await readMessages(ctx, context);
  // Imported on first use, because loading it takes 0.2 s.
  const { answerMessages } = await import('./server.ts');
  const version = ctx.get('mcp-protocol-version') || undefined;
  const response = await answerMessages(context, await listed.get(), messages, version);
  const body = await response.text();
  ctx.set('Cache-Control', 'no-store');
  if (body !== '') ctx.type = 'application/json; charset=utf-8';
  ctx.body = body === '' ? null : body;
  ctx.status = response.status;
}

/** @throws UNAUTHORIZED, PASSWORD_CHANGE_REQUIRED */
function requireKey({ caller }: RequestContext): void {
  if (caller?.kind !== 'key') {
    throw appError('UNAUTHORIZED', 'Send an API key as Authorization: Bearer; the owner creates it in Settings.');
  }
  if (caller.mustChange) throw appError('PASSWORD_CHANGE_REQUIRED');
}

/**
 * Reads the message or the batch. Nothing can be cancelled in a request that is answered at once, and the SDK would never
 * answer a batch that cancels a call of its own.
 *
 * @throws BAD_REQUEST for a batch that is too large, and the errors of reading a body
 */
async function readMessages(ctx: Context, context: RequestContext): Promise<unknown> {
  const limit = isForAdministrator(context) ? BODY_LIMITS.administrator : BODY_LIMITS.public;
  const messages = parseJson(await readJsonText(ctx.req, limit, ctx.state, MAX_DEPTH));
  if (!Array.isArray(messages)) return messages;
  if (messages.length > MAX_BATCH) {
    throw appError('BAD_REQUEST', `A batch may contain ${MAX_BATCH} messages; send the others in another request.`);
  }
  return messages.filter((one) => (one as { method?: unknown } | null)?.method !== 'notifications/cancelled');
}

/** Whether the key may call a tool that is not public. */
function isForAdministrator({ caller }: RequestContext): boolean {
  if (caller?.kind !== 'key') return false;
  const scopes = Object.values(tools).flatMap(({ procedure }) => procedureMeta(procedure)?.scope ?? []);
  return scopes.some((scope) => hasScope(caller.scopes, scope));
}
