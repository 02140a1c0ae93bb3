import type { ClientRequest, IncomingMessage } from 'node:http';

import type { Outcome } from '../../../routers/webhooks/settle.ts';
import { openRequest, responseTo, type OutgoingOptions } from '../../http/outgoing.ts';

/** How long an attempt may take, in milliseconds. */
const TIMEOUT = 15_000;
/** The number of bytes of a response that are kept. */
const KEPT_BYTES = 1000;

/** A message, ready to be sent. */
export interface Message {
  url: string;
  headers: Record<string, string>;
  body: string;
}

export interface SendOptions extends OutgoingOptions {
  /** Aborted when the service stops. */
  signal: AbortSignal;
  /** A different timeout in milliseconds, for tests. */
  timeout?: number;
}

/**
 * Sends a message by POST. Redirects are not followed, and of the response only the beginning is read.
 *
 * @returns how it went; it does not reject
 */
export async function send(message: Message, options: SendOptions): Promise<Omit<Outcome, 'duration'>> {
  const timeout = AbortSignal.timeout(options.timeout ?? TIMEOUT);
  const signal = AbortSignal.any([options.signal, timeout]);
  let request: ClientRequest | undefined;
  try {
    const { url, headers, body } = message;
    const all = { ...headers, 'content-length': Buffer.byteLength(body) };
    request = openRequest('POST', url, all, { ...options, signal });
    const response = await responseTo(request, body);
    const status = response.statusCode ?? 0;
    return { status, answer: await readBeginning(response), error: statusProblem(status) };
  } catch (error) {
    return { status: null, answer: null, error: timeout.aborted ? TIMED_OUT : connectionProblem(error) };
  } finally {
    request?.destroy();
  }
}

/** A response that never ends, or breaks off, counts by its status. */
async function readBeginning(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= KEPT_BYTES) break;
    }
  } catch {
    // The part that has arrived is kept.
  }
  // A NUL cannot be stored; a character may be cut off at the end.
  return Buffer.concat(chunks)
    .subarray(0, KEPT_BYTES)
    .toString()
    .replaceAll('\0', '')
    .replace(/(?<!\uFFFD)\uFFFD+$/, '');
}

function statusProblem(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return `The receiver redirected (${status}); set the webhook to its new URL.`;
  return `The receiver answered ${status}.`;
}

const TIMED_OUT = 'There was no response within 15 seconds.';

function connectionProblem(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return (code !== undefined && reasons[code]) || message || String(error);
}

const reasons: Record<string, string> = {
  ERR_IP_BLOCKED: 'The URL leads to an address of this machine or a private network; see WEBHOOK_PRIVATE.',
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was interrupted before a response.',
  ENOTFOUND: 'The host name was not found.',
};
