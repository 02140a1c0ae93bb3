import { request, type Agent } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** An answer as it came over the wire. */
export interface Answer {
  status: number;
  /** Names and values in turn, spelled and ordered as they came. */
  headers: string[];
  body: Buffer;
}

export interface RequestOptions {
  method?: string;
  /** The path and query as they are sent; default: those of the URL, as URL writes them. */
  path?: string;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as it is, in place of `json`. */
  body?: string | undefined;
  agent?: Agent;
}

/** One request, its answer read to the end. */
export function send(
  url: string,
  {
    method = 'GET',
    path,
    headers = {},
    json,
    body = json === undefined ? '' : JSON.stringify(json),
    agent,
  }: RequestOptions = {},
): Promise<Answer> {
  const forBody: Record<string, string> = {
    ...(json !== undefined && { 'content-type': 'application/json' }),
    ...(body !== '' && { 'content-length': String(Buffer.byteLength(body)) }),
  };
  return new Promise((resolve, reject) => {
    const options = {
      method,
      headers: { ...headers, ...forBody },
      ...(path !== undefined && { path }),
      ...(agent && { agent }),
    };
    const sending = request(url, options, (answer) => {
      const { statusCode: status = 0, rawHeaders } = answer;
      buffer(answer).then((read) => resolve({ status, headers: rawHeaders, body: read }), reject);
    });
    sending.on('error', reject);
    sending.end(body);
  });
}

/** The value of a header; "" when the answer has none. */
export function headerOf({ headers }: Answer, name: string): string {
  const at = headers.findIndex((text, place) => place % 2 === 0 && text.toLowerCase() === name.toLowerCase());
  return at < 0 ? '' : (headers[at + 1] ?? '');
}

/** What Node adds to every answer by itself. */
const BY_NODE = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding']);

/** The headers that a server must set itself to give this answer. */
export function ownHeaders({ headers }: Answer): string[] {
  return headers.filter((_, place) => !BY_NODE.has((headers[place - (place % 2)] ?? '').toLowerCase()));
}

/**
 * A header that makes a request come from another client, so that no limit is met.
 *
 * @param block 0 to 255, a set of addresses of its own
 * @param number 0 to 65,535 within the block
 */
export function clientAddress(block: number, number: number): Record<string, string> {
  return { 'cf-connecting-ip': `10.${block & 255}.${(number >> 8) & 255}.${number & 255}` };
}
