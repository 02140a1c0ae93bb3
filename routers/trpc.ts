import { initTRPC, type TRPCError } from '@trpc/server';

import { limitAttempt } from './admin/attempts.ts';
import { noteUse } from './admin/session-use.ts';
import { isUnlimited, refusalOf, type Access } from './callers.ts';
import type { RequestContext } from './context.ts';
import { failureOf, type ErrorName } from './errors.ts';
import { describeDatabaseError } from './database-errors.ts';
import { withoutDeadline } from './deadline.ts';
import type { Scope } from './keys/scopes.ts';
import { consume, consumeRead } from './limits/consume.ts';
import { limits, type WriteLimit } from './limits/table.ts';
import { checkOrigin } from './origin.ts';
import { transformer } from './transformer.ts';

/** What is said of a procedure beside its code: its REST address, who may call it, how it can fail. */
// A type and not an interface: trpc-to-openapi wants to read it as a record.
export type Meta = Access & {
  /** As trpc-to-openapi reads it. */
  openapi?: { method: 'GET' | 'POST' | 'PUT' | 'DELETE'; path: `/${string}`; summary: string; description?: string };
  /** Search engines are told to leave the answer alone, and nobody may keep it. */
  unlisted?: boolean;
  /** What the writes of this procedure are limited by; reads are limited by being reads. */
  limit?: WriteLimit;
  /** A read that counts even for the administrator. */
  countsAdministrator?: boolean;
  /** Whether pages of other sites are turned away; set by the named procedures. */
  checksOrigin?: boolean;
  /** The status of a success in REST; 200 when absent. */
  status?: 201;
  /** The Location of what a call made, from its output (and input). */
  location?: (output: never, input: never) => string;
  /** What the answer of a read depends on, as tags of commits (migration 0003); without it no answer is kept. */
  dependsOn?: (input: never) => readonly string[];
  /** Seconds for which an answer may be kept although views were counted meanwhile. */
  lasts?: number;
  /** Whether the response of a public read differs for sessions and API keys. */
  differsForKeys?: (input: never) => boolean;
  /** Whether the response contains absolute URLs of the site. */
  hasAbsoluteUrls?: (input: never) => boolean;
  /** Whether the database may keep it waiting for longer than other calls. */
  takesLong?: boolean;
  /** The failures that belong to this procedure, beside those that any call can meet. */
  errors?: readonly ErrorName[];
};

const t = initTRPC
  .context<RequestContext>()
  .meta<Meta>()
  .create({
    transformer,
    // Without this the stack leaves with every error as soon as NODE_ENV is not "production".
    isDev: false,
    errorFormatter({ shape, error }) {
      const { body, retryAfter } = failureOf(error);
      const { ok: _, error: message, code: reason, ...details } = body;
      return { ...shape, message, data: { ...shape.data, reason, ...details, ...(retryAfter && { retryAfter }) } };
    },
  });

export const router = t.router;

/**
 * What every call begins with: it is counted, and gets an EntityManager of its own. The calls of a batch share one
 * context, and two flushes at once on one EntityManager hang when the first of them fails.
 *
 * Reads count unless the administrator or a key with the scope `read` makes them; writes count where they have a limit of their own.
 */
const begun = t.middleware(async ({ ctx, type, path, meta, next }) => {
  if (ctx.single) return described(ctx, await next());
  if (type === 'query') {
    if (!isUnlimited(ctx) || meta?.countsAdministrator) await consumeRead(ctx, path);
    if (meta?.access === 'public') checkForm(ctx);
  } else if (meta?.limit) {
    await consume(ctx, limits[meta.limit]);
  }
  const call = () => next({ ctx: { em: ctx.em.fork({ useContext: true }) } });
  return described(ctx, await (meta?.takesLong ? withoutDeadline(call) : call()));
});

function described<R extends { ok: boolean }>(ctx: RequestContext, result: R): R {
  if ('error' in result) throw describeDatabaseError(result.error as TRPCError, ctx);
  return result;
}

/** Query and body were read before the call; what was wrong with them counts once everything before it passed. */
function checkForm({ request }: RequestContext): void {
  if (request.deferredBodyError) throw request.deferredBodyError;
}

const attempted = t.middleware(({ ctx, next }) => limitAttempt(ctx, next));

const permitted = t.middleware(async ({ ctx, meta, next }) => {
  const refusal = refusalOf(ctx, meta ?? {});
  if (refusal) throw refusal;
  const result = await next();
  if (ctx.caller?.kind === 'session') noteUse(ctx, ctx.caller);
  return result;
});

const allowedOrigin = t.middleware(async ({ ctx, next }) => {
  await checkOrigin(ctx);
  return next();
});

const readableBody = t.middleware(({ ctx, next }) => {
  checkForm(ctx);
  return next();
});

// Which refusal wins is the order of these lines: limit, token, must-change, scope, Origin, form of the body, input.
const call = t.procedure.use(begun);

/** Anyone may read. tRPC copies the call's options once more for each further middleware. */
export const publicRead = call.meta({ access: 'public' });

/** Anyone may write, from a page that belongs to this site. */
export const publicWrite = call.meta({ access: 'public', checksOrigin: true }).use(allowedOrigin).use(readableBody);

/** Anyone may try, from anywhere, under the login limiter: signing in and first-time set-up. */
export const publicAttempt = call.meta({ access: 'public' }).use(attempted).use(readableBody);

/** The administrator, whose password is not one to be changed first, with a session. */
export const administrator = call.meta({ access: 'administrator' }).use(permitted).use(readableBody);

/** As `administrator`, or an API key with this scope. */
export function administratorOrKey(scope: Scope) {
  return administrator.meta({ access: 'administrator', scope });
}

/** Whoever holds a session, even before the password was changed: only for changing it and for signing out. */
export const anySession = call.meta({ access: 'session' }).use(permitted).use(readableBody);

/** As `anySession`, under the login limiter: what asks for the password again. */
export const sessionAttempt = call.meta({ access: 'session' }).use(permitted).use(attempted).use(readableBody);

/**
 * Describes where a procedure answers in REST.
 *
 * @param method HTTP method
 * @param path with `{parameters}` that are fields of the input
 * @param summary one line for the reference
 * @param more status, Location, further failures
 */
export function rest(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: `/api/${string}`,
  summary: string,
  more: Omit<Meta, 'openapi' | 'access' | 'scope' | 'checksOrigin'> & { description?: string } = {},
): Meta {
  const { description, ...meta } = more;
  return { openapi: { method, path, summary, ...(description && { description }) }, ...meta };
}
