import type { IncomingMessage } from 'node:http';

import { refuse, Refusal } from '../../routers/errors.ts';
import type { RequestState } from './request-state.ts';

/** Body limits in bytes: what the administrator writes, and what anybody else does. */
export const BODY_LIMITS = { administrator: 4 * 1024 * 1024, public: 256 * 1024 };

/** How deep JSON may be nested. */
export const DEEPEST_JSON = 64;

/** Who sends a body, and what all of them may take. */
export type Sender = Pick<RequestState, 'address' | 'bodies'>;

/**
 * Reads a JSON body as text.
 *
 * @param limit in bytes
 * @param sender whose budget the body counts against while it arrives
 * @param deepest how many levels the JSON may have
 * @returns the text; "" without a body
 * @throws UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE, SERVICE_UNAVAILABLE (the budget), PARSE_ERROR (not UTF-8),
 * NESTING_TOO_DEEP
 */
export async function readJsonText(
  req: IncomingMessage,
  limit: number,
  sender: Sender,
  deepest = DEEPEST_JSON,
): Promise<string> {
  if (!hasBody(req)) return '';
  requireJson(req);
  if (Number(req.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
  const text = decode(await readBytes(req, limit, sender));
  requireNesting(text, deepest);
  return text;
}

/**
 * Reads what a form of a page sends (application/x-www-form-urlencoded); of a repeated field the last one counts.
 *
 * @param limit in bytes
 * @param sender whose budget the body counts against while it arrives
 * @throws UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE, SERVICE_UNAVAILABLE (the budget), PARSE_ERROR (not UTF-8)
 */
export async function readForm(req: IncomingMessage, limit: number, sender: Sender): Promise<Record<string, string>> {
  const [type = ''] = (req.headers['content-type'] ?? '').toLowerCase().split(';');
  if (type.trim() !== 'application/x-www-form-urlencoded') {
    throw refuse('UNSUPPORTED_MEDIA_TYPE', 'Send the form as application/x-www-form-urlencoded.');
  }
  if (Number(req.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
  return Object.fromEntries(new URLSearchParams(decode(await readBytes(req, limit, sender))));
}

/**
 * Refuses JSON that is nested deeper than so many levels.
 *
 * @throws NESTING_TOO_DEEP
 */
export function requireNesting(json: string, levels: number): void {
  if (!isNestedDeeper(json, levels)) return;
  throw refuse('NESTING_TOO_DEEP', `The JSON is nested deeper than ${DEEPEST_JSON} levels.`);
}

/**
 * Reads the fields of a JSON object.
 *
 * @returns `{}` without a body
 * @throws PARSE_ERROR, BAD_REQUEST when it is no object
 */
export function parseFields(text: string): Record<string, unknown> {
  const value = text.trim() === '' ? {} : parse(text);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw refuse('BAD_REQUEST', 'The body must be a JSON object.');
}

/** Counts brackets outside of strings; one look at each character. */
function isNestedDeeper(json: string, levels: number): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < json.length; at++) {
    const char = json.charCodeAt(at);
    if (inString) {
      if (char === 0x5c) at++;
      else if (char === 0x22) inString = false;
    } else if (char === 0x22) inString = true;
    else if (char === 0x5b || char === 0x7b) {
      if (++depth > levels) return true;
    } else if (char === 0x5d || char === 0x7d) depth--;
  }
  return false;
}

function hasBody(req: IncomingMessage): boolean {
  return req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;
}

function requireJson(req: IncomingMessage): void {
  const encoding = req.headers['content-encoding']?.toLowerCase() ?? 'identity';
  if (encoding !== 'identity') throw refuse('UNSUPPORTED_MEDIA_TYPE', 'Send the body without compression.');
  const [type = '', ...parameters] = (req.headers['content-type'] ?? '').toLowerCase().split(';');
  const charset = parameters.map((one) => one.trim()).find((one) => one.startsWith('charset='));
  const utf8 = charset === undefined || /^charset="?utf-?8"?$/.test(charset);
  if (type.trim() !== 'application/json' || !utf8) throw refuse('UNSUPPORTED_MEDIA_TYPE');
}

/** Reads the body, whose bytes count against the sender's budget until all of them are here. */
async function readBytes(req: IncomingMessage, limit: number, { address, bodies }: Sender): Promise<Buffer> {
  let held = 0;
  const hold = (bytes: number) => {
    if (bytes <= held) return;
    bodies.take(address, bytes - held);
    held = bytes;
  };
  try {
    hold(Number(req.headers['content-length'] ?? 0));
    return await gather(req, limit, hold);
  } finally {
    bodies.giveBack(address, held);
  }
}

async function gather(req: IncomingMessage, limit: number, hold: (bytes: number) => void): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving the loop must not destroy the connection: the refusal still has to go out over it.
  const stream = req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  try {
    for await (const chunk of stream) {
      size += chunk.length;
      if (size > limit) throw tooLarge(limit);
      hold(size);
      chunks.push(chunk);
    }
  } catch (error) {
    // What still comes of a body that is refused is thrown away.
    req.resume();
    throw error instanceof Refusal ? error : refuse('BAD_REQUEST', 'The body ended before it was complete.');
  }
  return Buffer.concat(chunks);
}

function tooLarge(limit: number) {
  return refuse('PAYLOAD_TOO_LARGE', `The body is larger than ${limit / 1024} KiB.`);
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refuse('PARSE_ERROR', 'The body is not UTF-8.');
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw refuse('PARSE_ERROR');
  }
}
