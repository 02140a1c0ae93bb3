import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

import { toFailure, appError, type AppError, type ErrorName } from '../../routers/base/errors.ts';
import { discardRest, isClosing } from './early-answers.ts';
import { securityHeaders } from './headers.ts';
import { MAX_URL_LENGTH, URL_TOO_LONG } from './target.ts';

const INVALID_REQUEST = 'This is not a valid HTTP request.';

/** The methods that some URL supports. */
const METHODS = 'GET, HEAD, POST, PUT, DELETE, OPTIONS';
const NO_TUNNELS = `This is no proxy: CONNECT is not supported, only ${METHODS}.`;

/** Sends an error on the connection itself, after the responses before it, and closes it. */
export type RefuseConnection = (socket: Duplex, reason: ErrorName, sentence?: string, headers?: string) => void;

/**
 * Answers requests that Node itself rejects, in the common error format and with the security headers.
 *
 * @param siteUrl returns the site URL, which some headers depend on
 * @param pendingOn returns the response that has to be sent on this connection first
 */
export function answerBrokenRequests(
  server: Server,
  siteUrl: () => string,
  pendingOn: (socket: Duplex) => ServerResponse | null,
): RefuseConnection {
  const refused = new WeakSet<Duplex>();

  function refuseConnection(socket: Duplex, reason: ErrorName, sentence?: string, headers = ''): void {
    if (refused.has(socket)) return;
    refused.add(socket);
    // The rest must not run as a request after this one was rejected.
    socket.pause();
    const answer = () => end(socket, appError(reason, sentence), headers);
    const pending = pendingOn(socket);
    if (pending) pending.once('finish', answer);
    else answer();
  }

  function end(socket: Duplex, error: AppError, headers: string): void {
    if (!socket.writable) return;
    const { status, body } = toFailure(error);
    const text = JSON.stringify(body);
    socket.write(`${head(status, siteUrl())}${headers}Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
    discardRest(socket);
  }

  // An unknown expectation may be ignored (RFC 9110, section 10.1.1); Node would answer 417.
  server.on('checkExpectation', (req, res) => server.emit('request', req, res));
  server.on('connect', (_, socket: Duplex) => {
    // Node has removed its own listeners, and would end the process for the error of a client that is gone.
    socket.on('error', () => socket.destroy());
    refuseConnection(socket, 'METHOD_NOT_ALLOWED', NO_TUNNELS, `Allow: ${METHODS}\r\n`);
  });
  server.on('clientError', (error: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket: Duplex) => {
    // The rest of a request that was refused is invalid as well.
    if (isClosing(socket) && error.code?.startsWith('HPE_')) return;
    if (!socket.writable || error.code === 'ECONNRESET') socket.destroy();
    else if (error.code !== 'HPE_HEADER_OVERFLOW') refuseConnection(socket, 'BAD_REQUEST', INVALID_REQUEST);
    else if (beginsWithLongUrl(error.rawPacket)) refuseConnection(socket, 'URI_TOO_LONG', URL_TOO_LONG);
    else refuseConnection(socket, 'HEADERS_TOO_LARGE');
  });
  return refuseConnection;
}

const longUrl = new RegExp(`^[A-Z]+ /\\S{${MAX_URL_LENGTH}}`);

/** Whether the bytes that Node rejected begin with a request line whose URL is too long. */
function beginsWithLongUrl(bytes: Buffer | undefined): boolean {
  return longUrl.test(bytes?.toString('latin1') ?? '');
}

function head(status: number, siteUrl: string): string {
  const security = securityHeaders(siteUrl);
  const headers = security.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${security[at + 1]}\r\n`] : []));
  return [
    `HTTP/1.1 ${status} Refused\r\n`,
    ...headers,
    'Content-Type: application/json; charset=utf-8\r\n',
    'Cache-Control: no-store\r\n',
    'Connection: close\r\n',
  ].join('');
}
