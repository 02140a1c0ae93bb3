import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

import { answerBrokenRequests } from './broken-requests.ts';

/** Timeouts of connections, in milliseconds. */
export interface ConnectionTimes {
  /** For the head of a request, from its first byte; for the first request, from the connection. */
  head: number;
  /** For the body of a request. */
  body: number;
  /** After an error response, and after a response to an incomplete request. */
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
  linger: 1_000,
  keepAlive: 30_000,
  silence: 120_000,
  check: 500,
};

/** The maximum number of open connections. */
const MAX_CONNECTIONS = 10_000;

/** The part of a request for which a connection waits; none while a request is processed, or between two requests. */
type Phase = 'head' | 'body' | 'rest' | 'working' | 'idle';

const longBodies = new WeakSet<IncomingMessage>();

/**
 * Lets the body of a request take any time as long as bytes arrive: for callers who may send large files.
 */
export function allowLongBody(req: IncomingMessage): void {
  longBodies.add(req);
}

interface Connection {
  phase: Phase;
  /** Milliseconds in this phase, counting only those in which the service could read. */
  waited: number;
  /** Bytes received before the phase began. */
  read: number;
  /** The latest request, and the response to the one before it. */
  req: IncomingMessage | null;
  res: ServerResponse | null;
  earlier: ServerResponse | null;
}

/**
 * Sets the timeouts of connections, and answers invalid requests.
 *
 * Node's own timeouts for requests are disabled: they include the time in which the event loop was blocked, and
 * answered 408 to requests that had arrived long before. Here only time counts in which data would have been read.
 *
 * @param siteUrl returns the site URL, which some of the security headers depend on
 * @returns destroys the connections on which nothing has arrived
 */
export function guardConnections(
  server: Server,
  siteUrl: () => string,
  overrides: Partial<ConnectionTimes> = {},
): { destroySilent: () => void } {
  const times = { ...TIMES, ...overrides };
  server.headersTimeout = 0;
  server.requestTimeout = 0;
  server.keepAliveTimeout = times.keepAlive;
  server.timeout = times.silence;
  server.maxConnections = MAX_CONNECTIONS;

  const connections = new Map<Duplex, Connection>();
  const refuse = answerBrokenRequests(server, siteUrl, times.linger, (socket) => {
    const { req, res, earlier } = connections.get(socket) ?? {};
    const last = req?.complete ? res : earlier;
    return last && !last.writableFinished ? last : null;
  });
  server.on('connection', (socket: Socket) => {
    connections.set(socket, { phase: 'head', waited: 0, read: 0, req: null, res: null, earlier: null });
    socket.once('close', () => connections.delete(socket));
  });
  server.on('timeout', (socket: Socket) => {
    const { req, res } = connections.get(socket) ?? {};
    // Time before the response is that of the service: a large import may take minutes.
    if (req?.complete && !res?.headersSent && socket.writableLength === 0) socket.setTimeout(times.silence);
    else socket.destroy();
  });
  server.on('request', (req, res) => {
    const connection = connections.get(req.socket);
    if (!connection) return;
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
      const phase = updatePhase(socket as Socket, connection, passed);
      if (connection.waited < limits[phase]) continue;
      if (phase === 'rest' || (phase === 'body' && connection.res?.headersSent)) socket.destroy();
      else refuse(socket, 'REQUEST_TIMEOUT');
    }
  });

  return {
    destroySilent() {
      for (const socket of connections.keys()) if ((socket as Socket).bytesRead === 0) socket.destroy();
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

/** @param passed milliseconds since the last check */
function updatePhase(socket: Socket, connection: Connection, passed: number): Phase {
  const phase = phaseOf(socket, connection);
  if (phase !== connection.phase) {
    connection.phase = phase;
    connection.waited = 0;
    connection.read = socket.bytesRead;
  } else if (
    phase === 'body' &&
    connection.req &&
    longBodies.has(connection.req) &&
    connection.read !== socket.bytesRead
  ) {
    connection.waited = 0;
    connection.read = socket.bytesRead;
  } else if (phase !== 'body' || !socket.isPaused()) {
    // A paused body waits for the service, not for the client.
    connection.waited += passed;
  }
  return phase;
}

function phaseOf(socket: Socket, { phase, read, req, res }: Connection): Phase {
  if (req === null || res === null) return 'head';
  if (!req.complete) return res.writableEnded ? 'rest' : 'body';
  if (!res.writableFinished) return 'working';
  return phase === 'head' || (phase === 'idle' && socket.bytesRead !== read) ? 'head' : 'idle';
}
