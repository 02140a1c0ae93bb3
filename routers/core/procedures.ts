import { initTRPC, type TRPCError } from '@trpc/server';

import { limitAttempt } from './attempts.ts';
import { auditCall } from './audit.ts';
import { noteUse } from './session-use.ts';
import { isUnlimited, findRefusal, type Access } from '../base/callers.ts';
import type { RequestContext } from './context.ts';
import { toFailure, type ErrorName } from '../base/errors.ts';
import { describeDatabaseError } from '../base/database-errors.ts';
import { withoutDeadline } from '../base/deadline.ts';
import type { Scope } from '../../shared/key-scopes.ts';
import { consume, consumeRead } from './consume.ts';
import { limits, type WriteLimit } from '../base/limits.ts';
import { checkOrigin } from './origin.ts';
import { requireProof } from './proof.ts';
import { transformer } from '../base/transformer.ts';
import { dropEmptyTexts } from './absent-input.ts';

/** Metadata of a procedure: its REST path, who may call it, how it can fail. */
// A type instead of an interface, because trpc-to-openapi requires a record.
export type Meta = Access & {
  /** As trpc-to-openapi reads it. */
  openapi?: { method: 'GET' | 'POST' | 'PUT' | 'DELETE'; path: `/${string}`; summary: string; description?: string };
  /** Whether the response has `noindex` and `no-store`. */
  unlisted?: boolean;
  /** The write limit of this procedure; read limits apply to all reads. */
  limit?: WriteLimit;
  /** A read that counts even for the administrator. */
  countsAdministrator?: boolean;
  /** Whether pages of other sites are rejected; set by the named procedures. */
  checksOrigin?: boolean;
  /** Whether pages of the comment sites may call it as well; the procedure checks whose they are. */
  fromCommentSites?: boolean;
  /** Whether it is a read, although its input needs a body. */
  isRead?: boolean;
  /** Whether the query of a REST call without GET is read as well. */
  takesQuery?: boolean;
  /** The status of a success in REST; default: 200. */
  status?: 201 | 202;
  /** Whether a call with this input creates an object; otherwise the status is 200, without Location. Default: each. */
  isCreation?: (input: never) => boolean;
  /** The Location of a created object, from the output (and input). */
  location?: (output: never, input: never) => string;
  /** The cache tags that the response of a read depends on (migration 0003); without it the response is not cached. */
  dependsOn?: (input: never) => readonly string[];
  /** How long a response may be cached although views have been counted since, in seconds. */
  lasts?: number;
  /** Whether the response of a public read differs for sessions and API keys. */
  differsForKeys?: (input: never) => boolean;
  /** Whether the response contains absolute URLs of the site. */
  hasAbsoluteUrls?: (input: never) => boolean;
  /** Whether a session needs a proof of the last five minutes once there is a second factor. */
  needsProof?: boolean;
  /** Whether the database may take longer than for other calls. */
  takesLong?: boolean;
  /** The errors of this procedure besides the general ones. */
  errors?: readonly ErrorName[];
};

/** Milliseconds between two heartbeats of a stream, so that proxies keep it open. */
export const HEARTBEAT = 15_000;

const t = initTRPC
  .context<RequestContext>()
  .meta<Meta>()
  .create({
    transformer,
    // Otherwise errors include a stack trace unless NODE_ENV is "production".
    isDev: false,
    sse: {
      ping: { enabled: true, intervalMs: HEARTBEAT },
      // A client that hears nothing for longer connects again.
      client: { reconnectAfterInactivityMs: 3 * HEARTBEAT },
    },
    errorFormatter({ shape, error }) {
      const { body, retryAfter } = toFailure(error);
      const { ok: _, error: message, code: reason, ...details } = body;
      return { ...shape, message, data: { ...shape.data, reason, ...details, ...(retryAfter && { retryAfter }) } };
    },
  });

export const router = t.router;

/**
 * The first middleware of every call: counts it, and gives it its own EntityManager. The calls of a batch share a
 * context, and two concurrent flushes of one EntityManager hang when the first of them fails.
 *
 * Reads, and openings of a stream, count unless made by the administrator or a key with the scope `read`; writes count
 * where they have a limit.
 */
const begun = t.middleware(async ({ ctx, type, path, meta, getRawInput, next }) => {
  if (ctx.single) return requireSuccess(ctx, await next());
  if (type !== 'mutation' || meta?.isRead) {
    if (!isUnlimited(ctx) || meta?.countsAdministrator) await consumeRead(ctx, path);
    if (meta?.access === 'public') checkForm(ctx);
  } else if (meta?.limit) {
    await consume(ctx, limits[meta.limit]);
  }
  const call = () => auditCall(ctx, path, getRawInput, () => next({ ctx: { em: ctx.em.fork({ useContext: true }) } }));
  return requireSuccess(ctx, await (meta?.takesLong ? withoutDeadline(call) : call()));
});

function requireSuccess<R extends { ok: boolean }>(ctx: RequestContext, result: R): R {
  if ('error' in result) throw describeDatabaseError(result.error as TRPCError, ctx);
  return result;
}

/** Query and body were read before the call; their errors are thrown after the preceding checks. */
function checkForm({ request }: RequestContext): void {
  if (request.deferredBodyError) throw request.deferredBodyError;
}

const attempted = t.middleware(({ ctx, next }) => limitAttempt(ctx, (attempting) => next({ ctx: attempting })));

const permitted = t.middleware(async ({ ctx, meta, next }) => {
  const refusal = findRefusal(ctx, meta ?? {});
  if (refusal) throw refusal;
  if (meta?.needsProof) await requireProof(ctx);
  const result = await next();
  if (ctx.caller?.kind === 'session') noteUse(ctx, ctx.caller);
  return result;
});

const allowedOrigin = t.middleware(async ({ ctx, meta, next }) => {
  await checkOrigin(ctx, meta?.fromCommentSites);
  return next();
});

const readableBody = t.middleware(({ ctx, next }) => {
  checkForm(ctx);
  return next();
});

/** Empty texts in the input of a query mean absent, over tRPC too. */
const emptyIsAbsent = t.middleware(({ type, meta, getRawInput, next }) =>
  type === 'mutation' ? next() : next({ getRawInput: async () => dropEmptyTexts(await getRawInput(), meta ?? {}) }),
);

// The order of these lines is the order of errors: limit, token, must-change, scope, Origin, form of the body, input.
const call = t.procedure.use(begun).use(emptyIsAbsent);

/** Public reads. tRPC copies the options of the call once for each further middleware. */
export const publicRead = call.meta({ access: 'public' });

/** Public writes, from pages of this site. */
export const publicWrite = call.meta({ access: 'public', checksOrigin: true }).use(allowedOrigin).use(readableBody);

/** Public attempts under the login limiter: sign-in and set-up. */
export const publicAttempt = call.meta({ access: 'public' }).use(attempted).use(readableBody);

/** Requires a session whose password need not be changed first. */
export const administrator = call.meta({ access: 'administrator' }).use(permitted).use(readableBody);

/** Like `administrator`, or an API key with this scope. */
export function administratorOrKey(scope: Scope) {
  return administrator.meta({ access: 'administrator', scope });
}

/** Like `administrator`, under the login limiter: calls that ask for the password or a code. */
export const administratorAttempt = call
  .meta({ access: 'administrator' })
  .use(permitted)
  .use(attempted)
  .use(readableBody);

/** Requires a session, even if the password must be changed: only for changing it and for signing out. */
export const anySession = call.meta({ access: 'session' }).use(permitted).use(readableBody);

/** Like `anySession`, under the login limiter: calls that ask for the password again. */
export const sessionAttempt = call.meta({ access: 'session' }).use(permitted).use(attempted).use(readableBody);

/**
 * The REST metadata of a procedure.
 *
 * @param method HTTP method
 * @param path with `{parameters}` that are fields of the input
 * @param summary one line for the reference
 * @param more status, Location, further errors
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
