import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

import { privateAddresses } from '../../routers/webhooks/targets.ts';

// Importing them would also load fetch: 10 MB that are not needed here.
const http = process.getBuiltinModule('node:http');
const https = process.getBuiltinModule('node:https');

/** Where a request to another server may go. */
export interface OutgoingOptions {
  /** Whether addresses of private networks may be reached. */
  allowsPrivate: boolean;
  /** How names are resolved, for tests. */
  lookup?: LookupFunction;
}

/**
 * A request to a URL that somebody else has chosen. The address is checked when the connection is made, because a name
 * may resolve differently each time. For TLS the connection is made first, because `https.request` ignores `blockList`.
 * Redirects are not followed.
 */
export function openRequest(
  method: 'GET' | 'POST',
  url: string,
  headers: Record<string, string | number>,
  { allowsPrivate, lookup, signal }: OutgoingOptions & { signal: AbortSignal },
): ClientRequest {
  const { protocol, hostname, port, pathname, search } = new URL(url);
  const isTls = protocol === 'https:';
  const host = hostname.replace(/^\[|\]$/g, '');
  const request: RequestOptions = {
    method,
    host,
    path: pathname + search,
    headers: { ...headers, host: port === '' ? hostname : `${hostname}:${port}` },
    signal,
    createConnection() {
      const socket = connect({
        host,
        port: Number(port) || (isTls ? 443 : 80),
        ...(lookup && { lookup }),
        ...(!allowsPrivate && { blockList: privateAddresses }),
      });
      if (!isTls) return socket;
      const secured: Socket = connectTls({ socket, ...(isIP(host) === 0 && { servername: host }) });
      socket.on('error', (error) => secured.destroy(error));
      return secured;
    },
  };
  return isTls ? https.request(request) : http.request(request);
}

/** Sends the request. @param body default: none */
export function responseTo(request: ClientRequest, body?: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve);
    // Never removed, because a connection may fail more than once.
    request.on('error', reject);
    request.end(body);
  });
}
