import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

import { answerBrokenRequests } from './broken-requests.ts';

/** Time-outs of connections, in milliseconds. */
export interface ConnectionTimes {
  /** For the head of a request to arrive, from its first byte on; of the first request, from the connection on. */
  head: number;
  /** For the body of a request to arrive. */
  body: number;
  /** After an error answer, and after an answer to a request that has not arrived whole. */
  linger: number;
  /** Between two requests. */
  keepAlive: number;
  /**
   * Without a byte in either direction, so that a client that reads no answer does not hold its connection. While the
   * service works on an answer it does not count.
   */
  silence: number;
  /** Between two looks at all connections: how late each of these may be. */
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

/** How many connections are open at most. */
const MOST = 10_000;

/** What a connection waits for: nothing of the client while a request is worked on, or between two of them. */
type Phase = 'head' | 'body' | 'rest' | 'working' | 'idle';

interface Connection {
  phase: Phase;
  /** Milliseconds that it has been in this phase, of those in which the service could read. */
  waited: number;
  /** Bytes that had arrived when the phase began. */
  read: number;
  /** The latest request, and the response to the one before it. */
  req: IncomingMessage | null;
  res: ServerResponse | null;
  earlier: ServerResponse | null;
}

/**
 * Sets the time-outs of connections, and answers what is no valid request.
 *
 * Node's own time-outs for requests are off: they count the time for which the event loop was blocked as the client's,
 * and answered 408 to requests whose bytes had long arrived. Here only time counts in which they would have been read.
 *
 * @param siteUrl gives the site URL, which some of the security headers depend on
 */
export function guardConnections(server: Server, siteUrl: () => string, given: Partial<ConnectionTimes> = {}): void {
  const times = { ...TIMES, ...given };
  server.headersTimeout = 0;
  server.requestTimeout = 0;
  server.keepAliveTimeout = times.keepAlive;
  server.timeout = times.silence;
  server.maxConnections = MOST;

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
    // Without an answer yet, it is the service that takes its time: a large import may take minutes.
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
      const phase = look(socket as Socket, connection, passed);
      if (connection.waited < limits[phase]) continue;
      if (phase === 'rest' || (phase === 'body' && connection.res?.headersSent)) socket.destroy();
      else refuse(socket, 'REQUEST_TIMEOUT');
    }
  });
}

/**
 * Looks at the connections again and again while the server is open.
 *
 * @param every milliseconds
 * @param look told how many milliseconds passed since it last looked. Of a time in which the event loop did not turn
 * little counts: nobody could read what arrived
 */
function watch(server: Server, every: number, look: (passed: number) => void): void {
  let last = performance.now();
  // Timers run before input is read; afterwards one sees all that has arrived.
  const timer = setInterval(() => setImmediate(turn), every).unref();
  server.once('close', () => clearInterval(timer));

  function turn(): void {
    const now = performance.now();
    look(Math.min(now - last, 2 * every));
    last = now;
  }
}

function look(socket: Socket, connection: Connection, passed: number): Phase {
  const phase = phaseOf(socket, connection);
  if (phase !== connection.phase) {
    connection.phase = phase;
    connection.waited = 0;
    connection.read = socket.bytesRead;
  } else if (phase !== 'body' || !socket.isPaused()) {
    // A body that is paused waits for the service, and not for the client.
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
