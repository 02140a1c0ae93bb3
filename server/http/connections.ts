import type { RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';

import type { ConnectionRoom } from '../process/descriptors.ts';
import { answerBrokenRequests } from './broken-requests.ts';
import { closeAfterEarlyAnswer, deferContinue, DISCARD_MS, hasBody, isClosing } from './early-answers.ts';
import { clientArrived } from '../process/turns.ts';
import { makeRoom } from './make-room.ts';
import { markNew, newConnection, release, updatePhase, type Connection, type Phase } from './phases.ts';

/** Timeouts of connections, in milliseconds. */
export interface ConnectionTimes {
  /** For the head of a request, from its first byte; for the first request, from the connection. */
  head: number;
  /** For the body of a request. */
  body: number;
  /** After a response to an incomplete request: what arrives in that time is discarded, so that the client can read it. */
  linger: number;
  /** Between two requests. */
  keepAlive: number;
  /**
   * Without a byte in either direction, so that a client that reads no response does not keep its connection. Not
   * counted while the service processes the request.
   */
  silence: number;
  /** The interval at which all connections are checked: how late each timeout may be. */
  check: number;
}

const TIMES: ConnectionTimes = {
  head: 5_000,
  body: 20_000,
  linger: DISCARD_MS,
  keepAlive: 30_000,
  silence: 120_000,
  check: 500,
};

const RETRY = 'Retry-After: 1\r\n';
const TOO_MANY = 'Too many connections are open; try again in a moment.';
/** How many connections beyond the limit are kept until their request can be refused. */
const MAX_REFUSED = 8;

/**
 * Sets the timeouts of connections, and answers invalid requests.
 *
 * Node's own timeouts for requests are disabled: they include the time in which the event loop was blocked, and
 * answered 408 to requests that had arrived long before. Here only time counts in which data would have been read.
 *
 * @param siteUrl returns the site URL, which some of the security headers depend on
 * @param room how many connections may be open; null for any number
 * @returns `destroySilent` destroys the connections on which nothing has arrived; `releasing` wraps the listener that
 *   answers requests
 */
export function guardConnections(
  server: Server,
  siteUrl: () => string,
  overrides: Partial<ConnectionTimes> = {},
  room: ConnectionRoom | null = null,
): { destroySilent: () => void; releasing: (answer: RequestListener) => RequestListener } {
  const times = { ...TIMES, ...overrides };
  server.headersTimeout = 0;
  server.requestTimeout = 0;
  server.keepAliveTimeout = times.keepAlive;
  server.timeout = times.silence;

  const connections = new Map<Socket, Connection>();
  const refuse = answerBrokenRequests(server, siteUrl, (socket) => {
    const { req, res, earlier } = connections.get(socket as Socket) ?? {};
    const last = req?.complete ? res : earlier;
    return last && !last.writableFinished ? last : null;
  });
  deferContinue(server);
  server.on('connection', (socket: Socket) => {
    // One that is over the limit of its client.
    if (socket.destroyed) return;
    clientArrived();
    const connection = newConnection();
    connections.set(socket, connection);
    socket.once('close', () => connections.delete(socket));
    if (room) accept(socket, connection, room);
  });
  server.on('error', (error: NodeJS.ErrnoException) => {
    // Nothing is left although so few are open: something else has taken it.
    if (error.syscall === 'accept') makeRoom(connections, 1);
    else if (server.listenerCount('error') === 1) throw error;
  });
  server.on('timeout', (socket: Socket) => {
    const { req, res } = connections.get(socket) ?? {};
    // Time before the response is that of the service: a large import may take minutes.
    if (req?.complete && !res?.headersSent && socket.writableLength === 0) socket.setTimeout(times.silence);
    else socket.destroy();
  });
  server.on('request', (req, res) => {
    const connection = connections.get(req.socket);
    if (!connection || isClosing(req.socket)) return;
    if (connection.isRefused) return refuse(req.socket, 'SERVICE_UNAVAILABLE', TOO_MANY, RETRY);
    closeAfterEarlyAnswer(req, res);
    connection.earlier = connection.res;
    connection.req = req;
    connection.res = res;
    connection.phase = 'working';
    connection.waited = 0;
  });

  const limits: Record<Phase, number> = {
    head: times.head,
    body: times.body,
    rest: times.linger,
    working: Infinity,
    idle: Infinity,
  };
  watch(server, times.check, (passed) => {
    for (const [socket, connection] of connections) {
      const phase = updatePhase(socket, connection, passed);
      if (connection.waited < limits[phase]) continue;
      if (phase === 'rest') socket.destroy();
      else refuse(socket, 'REQUEST_TIMEOUT');
    }
  });

  function accept(socket: Socket, connection: Connection, { allowed, warn }: ConnectionRoom): void {
    const most = allowed(connections.size);
    if (connections.size < most / 2) return;
    markNew(connection);
    if (connections.size <= most) return;
    warn(connections.size);
    if (makeRoom(connections, connections.size - most, socket)) return;
    // Clients take no response before their request.
    connection.isRefused = true;
    if (connections.size <= most + MAX_REFUSED) return;
    refuse(socket, 'SERVICE_UNAVAILABLE', TOO_MANY, RETRY);
    socket.destroy();
  }

  return {
    destroySilent() {
      for (const socket of connections.keys()) if (socket.bytesRead === 0) socket.destroy();
    },
    releasing: (answer) => (req, res) => {
      answer(req, res);
      if (!res.writableEnded || hasBody(req) || req.socket.writableLength > 0) return;
      const connection = connections.get(req.socket);
      if (connection?.res === res) release(connection);
    },
  };
}

/**
 * Checks the connections periodically while the server is open.
 *
 * @param every the interval in milliseconds
 * @param check called with the milliseconds since the last check. Time in which the event loop was blocked counts
 *   little, because no handler could read
 */
function watch(server: Server, every: number, check: (passed: number) => void): void {
  let last = performance.now();
  // Timers run before input is read; setImmediate runs after all received data was read.
  const timer = setInterval(() => setImmediate(turn), every).unref();
  server.once('close', () => clearInterval(timer));

  function turn(): void {
    const now = performance.now();
    check(Math.min(now - last, 2 * every));
    last = now;
  }
}
