import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';

import { failureOf, refuse, type ErrorName } from '../../routers/errors.ts';
import { securityHeaders } from './security-headers.ts';

/** How often Node looks for connections that are out of time, in milliseconds; its own 30 s let them be that late. */
export const CHECK_CONNECTIONS = 1_000;

/** Explicit time-outs in milliseconds, and how many connections at most; Node's own are loose or absent. */
export function setTimeouts(server: Server): void {
  server.headersTimeout = 5_000;
  server.requestTimeout = 20_000;
  server.keepAliveTimeout = 30_000;
  server.maxConnections = 10_000;
}

/**
 * Answers requests that Node refuses before anybody sees them, in the one error shape and with our headers.
 *
 * @param siteAddress gives the site address, which some of the headers depend on
 */
export function answerBrokenRequests(server: Server, siteAddress = () => ''): void {
  // An expectation that nobody knows may be passed over (RFC 9110, section 10.1.1); Node would answer 417 by itself.
  server.on('checkExpectation', (req, res) => server.emit('request', req, res));
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (!socket.writable || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const { status, body } = failureOf(refuse(reasons[error.code ?? ''] ?? 'BAD_REQUEST', sentenceOf(error.code)));
    const text = JSON.stringify(body);
    socket.end(`${head(status, siteAddress())}Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  });
}

const reasons: Record<string, ErrorName> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
};

function sentenceOf(code: string | undefined): string | undefined {
  return reasons[code ?? ''] === undefined ? 'This is not a valid HTTP request.' : undefined;
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
