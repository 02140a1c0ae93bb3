import type { IncomingMessage } from 'node:http';

import { isUnlimited, seesHidden, type Caller } from '../../routers/base/callers.ts';
import { isReceiptKnown } from '../../routers/comments/receipts.ts';
import {
  bareFacts,
  type CallContext,
  type Reply,
  type RequestContext,
  type RequestFacts,
  type Services,
} from '../../routers/core/context.ts';
import { AppError } from '../../routers/base/errors.ts';
import { isKeySecret } from '../../routers/keys/keys.ts';
import { consumeRead } from '../../routers/core/consume.ts';
import type { RequestState } from './request-state.ts';
import { ownOrigin } from './target.ts';

/** The maximum number of receipts in a request. */
const MAX_RECEIPTS = 20;

/**
 * Reads the caller's credentials from a request, and verifies the token if there is one.
 *
 * @param token where there is no header Authorization, which EventSource of browsers cannot send
 * @throws BAD_REQUEST for an invalid Host header
 */
export async function createRequestContext(
  services: Services,
  state: RequestState,
  token?: string,
): Promise<RequestContext> {
  const { req, reply } = state;
  const verify = () => findCaller(services, bearerToken(req) ?? token);
  const request: RequestFacts = {
    ...factsOf(state),
    valuesOf: (name) => req.headersDistinct[name] ?? [],
    origin: req.headers.origin,
    fetchSite: single(req, 'sec-fetch-site'),
    receipts: readReceipts(req),
    setupKey: single(req, 'x-setup-key'),
    userAgent: req.headers['user-agent'],
  };
  return { ...services, request, reply, caller: await verify(), verify, single: false };
}

/**
 * The context of an anonymous call: its response is the same for every caller.
 *
 * @throws BAD_REQUEST for an invalid Host header
 */
export function anonymousContext(services: Services, state: RequestState, reply: Reply): CallContext {
  const em = services.em.fork({ useContext: true });
  return { ...services, em, request: factsOf(state), reply, caller: null, verify: async () => null, single: true };
}

/**
 * Counts a read that Koa answers towards the limit of all reads, unless its caller is exempt.
 *
 * @param endpoint a path under /api/, which also has its own limit; null for pages
 * @throws RATE_LIMITED; BAD_REQUEST for an invalid Host header
 */
export async function countRead(
  services: Services,
  state: RequestState,
  endpoint: string | null = null,
): Promise<void> {
  const context = await createRequestContext(services, state);
  if (!isUnlimited(context)) await consumeRead(context, endpoint);
}

/**
 * Reads input before the call. An error is deferred to the call, which first checks limit, caller and Origin.
 *
 * @returns `{}` after an error
 */
export async function readBeforeCall<T extends object>(
  { request }: RequestContext,
  read: () => T | Promise<T>,
): Promise<Partial<T>> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    request.deferredBodyError = error;
    return {};
  }
}

/** Identifies the caller by token and receipts. Invalid ones count as absent. */
export async function identifyCaller(services: Services, req: IncomingMessage) {
  const caller = await findCaller(services, bearerToken(req));
  const receipts = readReceipts(req);
  return {
    isKnown: caller !== null && !caller.mustChange,
    seesHidden: seesHidden({ caller }),
    isUnlimited: isUnlimited({ caller }),
    isWriter: receipts.length > 0 && (await isReceiptKnown(services.em, receipts)),
  };
}

/** The owner of a token: a session, or an API key. */
async function findCaller({ keys, sessions }: Services, token: string | undefined): Promise<Caller> {
  if (token === undefined) return null;
  return isKeySecret(token) ? keys.find(token) : sessions.find(token);
}

/**
 * The versions that an If-Match header names: `"12.3fa9"` and `W/"12.3fa9"` name 12, `*` any.
 *
 * @returns undefined without the header; an empty list for tags that are not ours, which match nothing
 */
export function readIfMatch(header: string | undefined): (number | '*')[] | undefined {
  if (header === undefined) return undefined;
  return listIn(header).flatMap((tag): (number | '*')[] => {
    if (tag === '*') return [tag];
    const version = /^(?:W\/)?"(\d{1,15})(?:\.[^"]*)?"$/.exec(tag)?.[1];
    return version === undefined ? [] : [Number(version)];
  });
}

/** The properties of a request that do not depend on its caller. */
function factsOf({ req, clientIp }: RequestState): RequestFacts {
  return bareFacts({ clientIp, peer: req.socket.remoteAddress, ownOrigin: ownOrigin(req) });
}

function readReceipts(req: IncomingMessage): string[] {
  return listIn(single(req, 'x-comment-receipt')).slice(0, MAX_RECEIPTS);
}

function bearerToken(req: IncomingMessage): string | undefined {
  return /^Bearer +([\w-]{1,200})$/i.exec(req.headers.authorization ?? '')?.[1];
}

function single(req: IncomingMessage, name: string): string | undefined {
  const value = req.headers[name];
  return typeof value === 'string' ? value : undefined;
}

function listIn(header = ''): string[] {
  return header
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
