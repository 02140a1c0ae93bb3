import type { IncomingMessage } from 'node:http';

import { refuse } from '../../routers/errors.ts';

/** The longest address that is read, in bytes. */
const LONGEST = 8192;

/** What a request asks for, undecoded. */
export interface Target {
  /** Begins with "/". */
  path: string;
  /** Without "?". */
  query: string;
}

/**
 * Reads the request line, also in its absolute form (RFC 9112, section 3.2.2).
 *
 * @throws URI_TOO_LONG, BAD_REQUEST
 */
export function readTarget(req: IncomingMessage): Target {
  if ((req.url ?? '').length > LONGEST) {
    throw refuse('URI_TOO_LONG', `The address is longer than ${LONGEST} characters.`);
  }
  const target = split(req);
  if (!target.path.startsWith('/')) throw refuse('BAD_REQUEST', 'The address in the request line is not valid.');
  return target;
}

/** The path of a request, undecoded, to find out who answers it; whoever does reads the target, which may be refused. */
export function pathOf(req: IncomingMessage): string {
  return split(req).path;
}

/** The same without the one trailing slash that is accepted. */
export function readPath(req: IncomingMessage): string {
  return withoutSlash(pathOf(req));
}

/** A path without the one trailing slash that is accepted. */
export function withoutSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

/**
 * The scheme, host and port that a request was sent to.
 *
 * @throws BAD_REQUEST for a Host header that is none
 */
export function ownOrigin(req: IncomingMessage): string {
  const scheme = 'encrypted' in req.socket ? 'https' : 'http';
  // Of two Host headers Node would drop the second (RFC 9112, section 3.2: refuse them).
  const { host: [host = '', ...more] = [] } = req.headersDistinct;
  const usual = more.length === 0 && /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:\d{1,5})?$/i.test(host);
  if (usual && URL.canParse(`${scheme}://${host}`)) {
    return new URL(`${scheme}://${host}`).origin;
  }
  throw refuse('BAD_REQUEST', 'The Host header is not a host name with an optional port.');
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
    throw refuse('BAD_REQUEST', `The address holds a malformed percent-encoding near "${text.slice(0, 40)}".`);
  }
}

/**
 * Reads a query string. Empty values count as absent; a repeated key gives an array, which no field accepts.
 *
 * @returns an object without a prototype, so that `?constructor=1` is a key like any other
 * @throws BAD_REQUEST for malformed percent-encoding
 */
export function parseQuery(query: string): Record<string, string | string[]> {
  const values = Object.create(null) as Record<string, string | string[]>;
  for (const pair of query.split('&')) {
    const [key = '', value = ''] = splitOnce(pair.replaceAll('+', ' '), '=').map(decodePart);
    if (value === '') continue;
    const before = values[key];
    values[key] = before === undefined ? value : [before, value].flat();
  }
  return values;
}

function split({ url = '/' }: IncomingMessage): Target {
  const local = url.replace(/^https?:\/\/[^/?#]*/i, '').replace(/#.*$/, '');
  const [path = '', query = ''] = splitOnce(local, '?');
  return { path: path === '' ? '/' : path, query };
}

function splitOnce(text: string, by: string): string[] {
  const at = text.indexOf(by);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
