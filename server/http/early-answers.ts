import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { setImmediate } from 'node:timers/promises';

/** How long the rest of a body is discarded, in milliseconds. */
export const DISCARD_MS = 2_000;

/** Connections that close after the response that was sent last. */
const closing = new WeakSet<Duplex>();
/** Sends 100 Continue to clients that wait for it before they send a body. */
const continuing = new WeakMap<IncomingMessage, () => void>();

/** Whether a connection is closing: what else arrives on it is no request (RFC 9112, section 9.6). */
export function isClosing(socket: Duplex): boolean {
  return closing.has(socket);
}

/** Lets clients that send `Expect: 100-continue` wait until `bodyWanted`, so that a body that is refused is not sent. */
export function deferContinue(server: Server): void {
  server.on('checkContinue', (req, res) => {
    continuing.set(req, () => res.writeContinue());
    server.emit('request', req, res);
  });
}

/** Call before reading a body. */
export function bodyWanted(req: IncomingMessage): void {
  continuing.get(req)?.();
  continuing.delete(req);
}

/**
 * Closes the connection after a response that begins before the body of its request has arrived, in such a way that the
 * response reaches a client that is still sending.
 */
export function closeAfterEarlyAnswer(req: IncomingMessage, res: ServerResponse): void {
  if (!hasBody(req)) return;
  const writeHead = res.writeHead.bind(res) as (...head: unknown[]) => ServerResponse;
  res.writeHead = (...head: unknown[]) => {
    if (!req.complete) {
      const { socket } = req;
      closing.add(socket);
      res.shouldKeepAlive = false;
      // Called by Node after the last response of a connection. Its own would reset it: the system drops what has not been
      // read, and with it a response that the client has not read yet.
      socket.destroySoon = () => discardRest(socket);
    }
    return writeHead(...head);
  };
}

/**
 * Call before an answer, which closes the connection while a body is still arriving: waits for one that arrived with the
 * head of its request, and for one that comes through a proxy. Some proxies, Caddy among them, stop reading when the
 * response begins, and their clients never see it.
 *
 * @returns resolves when the body has arrived, but after 2 s at the latest; null when there is nothing to wait for
 */
export function bodyArrived(req: IncomingMessage): Promise<void> | null {
  if (req.complete || continuing.has(req) || !hasBody(req)) return null;
  if (!isProxied(req)) return setImmediate();
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, DISCARD_MS);
  req.once('end', resolve).once('close', resolve).resume();
  return promise.finally(() => clearTimeout(timer));
}

/** Ends this side of a connection, and discards what arrives. The caller destroys it when the client goes on sending. */
export function discardRest(socket: Duplex): void {
  closing.add(socket);
  socket.end();
  socket.resume();
}

function isProxied({ headers }: IncomingMessage): boolean {
  return headers['x-forwarded-for'] !== undefined || headers.via !== undefined;
}

/** Whether a request has a body, of no bytes perhaps when it is chunked. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return (headers['content-length'] ?? '0') !== '0' || headers['transfer-encoding'] !== undefined;
}
