import type { IncomingMessage, ServerResponse } from 'node:http';

import type { Reply } from '../../routers/core/context.ts';
import { hasBody } from './early-answers.ts';
import { limitLines, textOfHeaders } from './headers.ts';
import type { FixedHead } from './request-state.ts';

/** Bytes for the headers of a limit, whose numbers have up to 22 digits together. */
const LIMITS_BYTES = 84;
/** A longer body is not copied behind the head: clients that take it slowly share its memory. */
const MAX_JOINED_BYTES = 32_768;

export type ReadyKind = 'whole' | 'unchanged';

/**
 * A response whose head and body lie in one piece of memory, in which each request changes only the limits and the date.
 * node:http would join two dozen headers anew each time, and garbage collection would copy the pieces.
 */
export class ReadyResponse {
  readonly #status: 200 | 304;
  readonly #fixed: FixedHead;
  /** What stands before the limits. */
  readonly #before: string;
  readonly #limitsEnd: number;
  readonly #dateAt: number;
  readonly #bodyAt: number;
  readonly #rest: Buffer | undefined;
  #memory: Buffer;
  #body: Buffer;
  /** What of the memory is sent: short limits move the beginning. */
  #sent: Buffer | undefined;
  #limits: string | undefined;
  #date = '';

  /**
   * @param kind a 200, or the 304 in its place
   * @param fixed the headers that all responses have
   * @param own the headers of this one, as names and values in turn
   * @param res a response of the server, for the headers of its connections
   */
  constructor(kind: ReadyKind, fixed: FixedHead, own: readonly string[], body: Buffer, res: ServerResponse) {
    this.#status = kind === 'whole' ? 200 : 304;
    this.#fixed = fixed;
    this.#before = fixed[kind];
    const after = `${fixed.after}${textOfHeaders(own)}Date: `;
    this.#limitsEnd = this.#before.length + LIMITS_BYTES;
    this.#dateAt = this.#limitsEnd + after.length;
    const isJoined = body.length <= MAX_JOINED_BYTES;
    this.#rest = isJoined ? undefined : body;
    const lines = `${after}${httpNow()}\r\n${connectionLines(res)}\r\n`;
    this.#bodyAt = this.#limitsEnd + lines.length;
    // Not of Node's pool, of which a small piece would keep the whole.
    this.#memory = Buffer.allocUnsafeSlow(this.#bodyAt + (isJoined ? body.length : 0));
    this.#memory.write(lines, this.#limitsEnd, 'latin1');
    if (isJoined) body.copy(this.#memory, this.#bodyAt);
    this.#body = this.#rest ?? this.#memory.subarray(this.#bodyAt);
  }

  /** The body in the memory of the response, in place of the one that it was made of. */
  get body(): Buffer {
    return this.#body;
  }

  /** Whether the response still has these headers. */
  isFor(fixed: FixedHead): boolean {
    return this.#fixed === fixed;
  }

  /** Sends the response with the limits of a client. */
  send(res: ServerResponse, { rateLimit }: Reply): void {
    const isTaken = sendBytes(res, this.#status, this.#bytesFor(limitLines(rateLimit)), this.#rest);
    if (isTaken) return;
    // The connection takes it later; what follows needs another piece.
    const taken = this.#memory;
    this.#memory = Buffer.allocUnsafeSlow(taken.length);
    taken.copy(this.#memory);
    this.#body = this.#rest ?? this.#memory.subarray(this.#bodyAt);
    this.#sent = undefined;
    this.#limits = undefined;
  }

  #bytesFor(limits: string): Buffer {
    const date = httpNow();
    if (date !== this.#date) {
      this.#date = date;
      this.#memory.write(date, this.#dateAt, 'latin1');
    }
    if (limits !== this.#limits || !this.#sent) {
      const at = this.#limitsEnd - limits.length;
      this.#memory.write(limits, at, 'latin1');
      if (limits.length !== this.#limits?.length || !this.#sent) {
        this.#memory.write(this.#before, at - this.#before.length, 'latin1');
        this.#sent = this.#memory.subarray(at - this.#before.length);
      }
      this.#limits = limits;
    }
    return this.#sent;
  }
}

/** What node:http keeps of a response (lib/_http_outgoing.js of Node 24). */
interface Outgoing {
  _header: string | null;
  _headerSent: boolean;
  _keepAliveTimeout: number;
}

/**
 * Whether ready bytes may answer a request: its connection stays open, no earlier response is under way on it, nothing of
 * the request is still to come, and it has the protocol of nearly all clients.
 */
export function takesReady(req: IncomingMessage, res: ServerResponse): boolean {
  if (res.socket === null || !res.shouldKeepAlive) return false;
  // After `Expect: 100-continue` node:http closes the connection.
  return req.httpVersionMinor === 1 && !hasBody(req) && req.headers.expect === undefined;
}

/**
 * Sends a whole response.
 *
 * @returns whether the memory of the bytes is free again
 */
function sendBytes(res: ServerResponse, status: number, bytes: Buffer, rest: Buffer | undefined): boolean {
  const socket = res.socket!;
  const outgoing = res as unknown as Outgoing;
  res.statusCode = status;
  outgoing._header = 'ready';
  outgoing._headerSent = true;
  if (rest) {
    socket.cork();
    socket.write(bytes);
    socket.write(rest);
    socket.uncork();
  } else {
    socket.write(bytes);
  }
  res.end();
  return socket.writableLength === 0;
}

/** The lines that node:http adds to a head for a connection that stays open. */
function connectionLines(res: ServerResponse): string {
  const seconds = Math.floor((res as unknown as Outgoing)._keepAliveTimeout / 1000);
  return `Connection: keep-alive\r\n${seconds > 0 ? `Keep-Alive: timeout=${seconds}\r\n` : ''}`;
}

let now: string | undefined;

/** The time as the header Date has it, made once a second. */
function httpNow(): string {
  if (now !== undefined) return now;
  const date = new Date();
  setTimeout(() => (now = undefined), 1000 - date.getMilliseconds()).unref();
  return (now = date.toUTCString());
}
