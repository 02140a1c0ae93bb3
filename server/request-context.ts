import type { IncomingMessage } from 'node:http';

import { findSession } from '../routers/admin/sessions.ts';
import type { RequestContext, RequestFacts, Services } from '../routers/context.ts';
import { ownOrigin } from './http/target.ts';

/** How many receipts one request may show. */
const RECEIPTS = 20;

/** Gathers what a request says about itself, and verifies its token when there is one. */
export async function createRequestContext(
  services: Services,
  req: IncomingMessage,
  address: string,
): Promise<RequestContext> {
  const token = bearerToken(req);
  return {
    ...services,
    request: readFacts(req, address),
    reply: {},
    session: token === undefined ? null : await findSession(services.em, services.clock, token),
    single: false,
  };
}

function readFacts(req: IncomingMessage, address: string): RequestFacts {
  return {
    address,
    peer: req.socket.remoteAddress,
    valuesOf: (name) => req.headersDistinct[name] ?? [],
    ownOrigin: ownOrigin(req),
    origin: req.headers.origin,
    fetchSite: single(req, 'sec-fetch-site'),
    receipts: readReceipts(req),
    setupKey: single(req, 'x-setup-key'),
    userAgent: req.headers['user-agent'],
    ifMatch: undefined,
    suspicious: false,
    bodyProblem: undefined,
  };
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

/** The receipts that a request shows. */
export function readReceipts(req: IncomingMessage): string[] {
  return listIn(single(req, 'x-comment-receipt')).slice(0, RECEIPTS);
}

/** The token that a request shows. */
export function bearerToken(req: IncomingMessage): string | undefined {
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
