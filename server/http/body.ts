import type { IncomingMessage } from 'node:http';

import { appError, AppError } from '../../routers/base/errors.ts';
import { bodyWanted } from './early-answers.ts';
import type { RequestState } from './request-state.ts';

/** Body limits in bytes, for the administrator and for all other callers. */
export const BODY_LIMITS = { administrator: 4 * 1024 * 1024, public: 256 * 1024 };

/** How deep JSON may be nested. */
export const MAX_JSON_DEPTH = 64;

/** The sender of a body, and the budget that it counts against. */
export type Sender = Pick<RequestState, 'clientIp' | 'bodies'>;

/**
 * Reads a JSON body as text.
 *
 * @param limit in bytes
 * @param sender whose budget the body counts against while it arrives
 * @param maxDepth how many levels the JSON may have
 * @returns the text; "" without a body
 * @throws UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE, SERVICE_UNAVAILABLE (the budget), PARSE_ERROR (not UTF-8),
 * NESTING_TOO_DEEP
 */
export async function readJsonText(
  req: IncomingMessage,
  limit: number,
  sender: Sender,
  maxDepth = MAX_JSON_DEPTH,
): Promise<string> {
  if (!hasBody(req)) return '';
  requireJson(req);
  if (Number(req.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
  const text = decode(await readBytes(req, limit, sender));
  requireNesting(text, maxDepth);
  return text;
}

/**
 * Reads a form (application/x-www-form-urlencoded). The last value of a repeated field counts.
 *
 * @param limit in bytes
 * @param sender whose budget the body counts against while it arrives
 * @throws UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE, SERVICE_UNAVAILABLE (the budget), PARSE_ERROR (not UTF-8)
 */
export async function readForm(req: IncomingMessage, limit: number, sender: Sender): Promise<Record<string, string>> {
  requireUncompressed(req);
  const [type = ''] = (req.headers['content-type'] ?? '').toLowerCase().split(';');
  if (type.trim() !== 'application/x-www-form-urlencoded') {
    throw appError('UNSUPPORTED_MEDIA_TYPE', 'Send the form as application/x-www-form-urlencoded.');
  }
  if (Number(req.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
  return Object.fromEntries(new URLSearchParams(decode(await readBytes(req, limit, sender))));
}

/**
 * Checks that JSON is not nested deeper than this many levels.
 *
 * @throws NESTING_TOO_DEEP
 */
export function requireNesting(json: string, levels: number): void {
  if (!isNestedDeeper(json, levels)) return;
  throw appError('NESTING_TOO_DEEP', `The JSON is nested deeper than ${MAX_JSON_DEPTH} levels.`);
}

/**
 * Reads the fields of a JSON object.
 *
 * @returns `{}` without a body
 * @throws PARSE_ERROR; BAD_REQUEST when it is not an object
 */
export function parseFields(text: string): Record<string, unknown> {
  const value = text.trim() === '' ? {} : parseJson(text);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw appError('BAD_REQUEST', 'The body must be a JSON object.');
}

/** Counts brackets outside of strings. A string, which may be the text of a post, is skipped at once. */
function isNestedDeeper(json: string, levels: number): boolean {
  let depth = 0;
  for (let at = 0; at < json.length; at++) {
    const char = json.charCodeAt(at);
    if (char === 0x22) at = endOfString(json, at);
    else if (char === 0x5b || char === 0x7b) {
      if (++depth > levels) return true;
    } else if (char === 0x5d || char === 0x7d) depth--;
  }
  return false;
}

function endOfString(json: string, start: number): number {
  let end = json.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(json, end)) end = json.indexOf('"', end + 1);
  return end === -1 ? json.length : end;
}

/** Whether an odd number of backslashes precedes it. */
function isEscaped(json: string, at: number): boolean {
  let before = at;
  while (json.charCodeAt(before - 1) === 0x5c) before--;
  return (at - before) % 2 === 1;
}

function hasBody(req: IncomingMessage): boolean {
  return req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;
}

function requireJson(req: IncomingMessage): void {
  requireUncompressed(req);
  const [type = '', ...parameters] = (req.headers['content-type'] ?? '').toLowerCase().split(';');
  const charset = parameters.map((one) => one.trim()).find((one) => one.startsWith('charset='));
  const utf8 = charset === undefined || /^charset="?utf-?8"?$/.test(charset);
  if (type.trim() !== 'application/json' || !utf8) throw appError('UNSUPPORTED_MEDIA_TYPE');
}

function requireUncompressed(req: IncomingMessage): void {
  const encoding = req.headers['content-encoding']?.toLowerCase() ?? 'identity';
  if (encoding !== 'identity') throw appError('UNSUPPORTED_MEDIA_TYPE', 'Send the body without compression.');
}

/** Reads the body. Its bytes count against the sender's budget until all of them have arrived. */
async function readBytes(req: IncomingMessage, limit: number, { clientIp, bodies }: Sender): Promise<Buffer> {
  let held = 0;
  const hold = (bytes: number) => {
    if (bytes <= held) return;
    bodies.take(clientIp, bytes - held);
    held = bytes;
  };
  try {
    hold(Number(req.headers['content-length'] ?? 0));
    return await gather(req, limit, hold);
  } finally {
    bodies.release(clientIp, held);
  }
}

async function gather(req: IncomingMessage, limit: number, hold: (bytes: number) => void): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  bodyWanted(req);
  // Leaving the loop must not destroy the connection: the error still has to be sent over it.
  const stream = req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  try {
    for await (const chunk of stream) {
      size += chunk.length;
      if (size > limit) throw tooLarge(limit);
      hold(size);
      chunks.push(chunk);
    }
  } catch (error) {
    // The rest of a refused body is discarded.
    req.resume();
    throw error instanceof AppError ? error : appError('BAD_REQUEST', 'The body ended before it was complete.');
  }
  return Buffer.concat(chunks);
}

function tooLarge(limit: number) {
  return appError('PAYLOAD_TOO_LARGE', `The body is larger than ${limit / 1024} KiB.`);
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw appError('PARSE_ERROR', 'The body is not UTF-8.');
  }
}

/** @throws PARSE_ERROR */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw appError('PARSE_ERROR');
  }
}
