import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import { isClosing } from './early-answers.ts';

/**
 * The part of a request for which a connection waits; none while a request is processed, or between two requests. `rest`
 * follows the last response of a connection.
 */
export type Phase = 'head' | 'body' | 'rest' | 'working' | 'idle';

/** What is known about an open connection. */
export interface Connection {
  phase: Phase;
  /** Milliseconds in this phase, counting only those in which the service could read. */
  waited: number;
  /** Bytes received before the phase began. */
  read: number;
  /** The latest request, until its answer is out, and the response to the one before it. */
  req: IncomingMessage | null;
  res: ServerResponse | null;
  earlier: ServerResponse | null;
  /** Whether what the client sent with it may not have been read yet. */
  isNew: boolean;
  /** Whether its request is refused, because too many are open. */
  isRefused: boolean;
}

const longBodies = new WeakSet<IncomingMessage>();

/**
 * Lets the body of a request take any time as long as bytes arrive: for callers who may send large files.
 */
export function allowLongBody(req: IncomingMessage): void {
  longBodies.add(req);
}

/** A connection that has just been opened. */
export function newConnection(): Connection {
  return { phase: 'head', waited: 0, read: 0, req: null, res: null, earlier: null, isNew: false, isRefused: false };
}

/** Counts a connection as new until what the client sent with it has been read, which is in the next turn. */
export function markNew(connection: Connection): void {
  connection.isNew = true;
  setImmediate(() => setImmediate(() => (connection.isNew = false)));
}

/** Lets go of a request whose answer is out: what is kept beyond its time costs garbage collection twice. */
export function release(connection: Connection): void {
  connection.req = null;
  connection.res = null;
  connection.earlier = null;
}

/** @param passed milliseconds since the last call */
export function updatePhase(socket: Socket, connection: Connection, passed: number): Phase {
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
  if (isClosing(socket)) return socket.writableEnded ? 'rest' : 'working';
  if (req && !req.complete) return 'body';
  if (res && !res.writableFinished) return 'working';
  return phase === 'head' || (phase === 'idle' && socket.bytesRead !== read) ? 'head' : 'idle';
}
