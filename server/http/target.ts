import type { IncomingMessage } from 'node:http';

import { appError } from '../../routers/base/errors.ts';

/** The longest URL that is accepted, in bytes. */
export const MAX_URL_LENGTH = 8192;
export const URL_TOO_LONG = `The URL is longer than ${MAX_URL_LENGTH} characters.`;

/** The path and query of a request. Only percent-encoded unreserved characters of the path are decoded. */
export interface Target {
  /** Begins with "/". Dot segments stay as they are: no route contains one. */
  path: string;
  /** Without "?". */
  query: string;
}

/**
 * Reads the request target, also in absolute form (RFC 9112, section 3.2.2).
 *
 * @throws URI_TOO_LONG, BAD_REQUEST
 */
export function readTarget(req: IncomingMessage): Target {
  if ((req.url ?? '').length > MAX_URL_LENGTH) throw appError('URI_TOO_LONG', URL_TOO_LONG);
  const target = split(req);
  if (!target.path.startsWith('/')) throw appError('BAD_REQUEST', 'The URL in the request line is not valid.');
  return target;
}

/** The path of a request, as in `Target`, whatever is wrong with it. */
export function requestPath(req: IncomingMessage): string {
  return split(req).path;
}

/** The query of a request, undecoded, whatever is wrong with the rest. */
export function requestQuery(req: IncomingMessage): string {
  return split(req).query;
}

/** Origins of valid Host headers: nearly all requests have the same one. */
const origins = new Map<string, string>();
const MAX_ORIGINS = 100;

/**
 * The scheme, host and port that a request was sent to.
 *
 * @throws BAD_REQUEST for an invalid Host header
 */
export function ownOrigin(req: IncomingMessage): string {
  const address = `${'encrypted' in req.socket ? 'https' : 'http'}://${req.headers.host ?? ''}`;
  const origin = origins.get(address) ?? readOrigin(address);
  // Node drops the second of two Host headers; RFC 9112, section 3.2, requires 400.
  if (origin !== null && countHosts(req) === 1) return origin;
  throw appError('BAD_REQUEST', 'The Host header is not a host name with an optional port.');
}

function readOrigin(address: string): string | null {
  const isUsual = /^https?:\/\/(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:\d{1,5})?$/i.test(address);
  if (!isUsual || !URL.canParse(address)) return null;
  const { origin } = new URL(address);
  if (origins.size === MAX_ORIGINS) origins.clear();
  origins.set(address, origin);
  return origin;
}

function countHosts({ rawHeaders }: IncomingMessage): number {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts;
}

/**
 * Decodes a part of a path or query.
 *
 * @throws BAD_REQUEST for malformed percent-encoding
 */
export function decodePart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw appError('BAD_REQUEST', `The URL contains malformed percent-encoding near "${text.slice(0, 40)}".`);
  }
}

/**
 * Parses a query string. Empty values count as absent; a repeated key gives an array, which no field accepts.
 *
 * @returns an object without a prototype, so that `?constructor=1` is a key like any other
 * @throws BAD_REQUEST for malformed percent-encoding
 */
export function parseQuery(query: string): Record<string, string | string[]> {
  const values = Object.create(null) as Record<string, string | string[]>;
  for (const [key, value] of pairsOf(query)) {
    if (value === '') continue;
    const before = values[key];
    values[key] = before === undefined ? value : [before, value].flat();
  }
  return values;
}

/**
 * All values of a key in a query string, empty ones included.
 *
 * @throws BAD_REQUEST for malformed percent-encoding anywhere in it
 */
export function queryValues(query: string, key: string): string[] {
  return pairsOf(query).flatMap(([name, value]) => (name === key ? [value] : []));
}

function pairsOf(query: string): [string, string][] {
  return query.split('&').map((pair) => {
    const [key = '', value = ''] = splitOnce(pair.replaceAll('+', ' '), '=').map(decodePart);
    return [key, value];
  });
}

function split({ url = '/' }: IncomingMessage): Target {
  const local = url.replace(/^https?:\/\/[^/?#]*/i, '').replace(/#.*/s, '');
  const [path = '', query = ''] = splitOnce(local, '?');
  return { path: path === '' ? '/' : withUnreserved(path), query };
}

/** Decodes percent-encoded unreserved characters, which does not change the path that is meant (RFC 3986, 6.2.2.2). */
function withUnreserved(path: string): string {
  if (!path.includes('%')) return path;
  return path.replace(/%(?:2[DE]|3\d|[46][1-9A-F]|5[0-9AF]|7[0-9AE])/gi, decodeURIComponent);
}

function splitOnce(text: string, by: string): string[] {
  const at = text.indexOf(by);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
