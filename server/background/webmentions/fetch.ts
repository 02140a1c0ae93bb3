import type { ClientRequest, IncomingMessage } from 'node:http';

import { VERSION } from '../../../shared/version.ts';
import { openRequest, responseTo, type OutgoingOptions } from '../../http/outgoing.ts';

/** How long reading a page may take, redirects included, in milliseconds. */
const TIMEOUT = 10_000;
/** The maximum number of bytes that are read of a page; links after them are ignored. */
const MAX_BYTES = 1024 * 1024;
const MAX_REDIRECTS = 5;

const HEADERS = {
  accept: 'text/html, application/xhtml+xml',
  'accept-encoding': 'identity',
  'user-agent': `Octavo/${VERSION} (Webmention)`,
};

/** A page, that it is gone, or that it could not be read now. */
export type Fetched = { state: 'page'; html: string; url: string } | { state: 'gone' | 'unreadable' | 'failed' };

/**
 * Reads the HTML of a page of another site.
 *
 * @returns `failed` if a later attempt may succeed; it rejects only when the signal is aborted
 */
export async function fetchPage(
  url: string,
  options: OutgoingOptions & { signal: AbortSignal; timeout?: number },
): Promise<Fetched> {
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(options.timeout ?? TIMEOUT)]);
  try {
    return await follow(url, { ...options, signal }, MAX_REDIRECTS);
  } catch {
    options.signal.throwIfAborted();
    return { state: 'failed' };
  }
}

async function follow(
  url: string,
  options: OutgoingOptions & { signal: AbortSignal },
  redirects: number,
): Promise<Fetched> {
  let request: ClientRequest | undefined;
  let next: string;
  try {
    request = openRequest('GET', url, HEADERS, options);
    const response = await responseTo(request);
    const { statusCode: status = 0, headers } = response;
    if (status >= 300 && status < 400 && headers.location !== undefined) {
      if (redirects === 0 || !isAllowed(headers.location, url, options)) return { state: 'unreadable' };
      next = new URL(headers.location, url).href;
    } else {
      return await readAnswer(response, url);
    }
  } finally {
    request?.destroy();
  }
  return follow(next, options, redirects - 1);
}

/** The same rules as for the source itself. */
function isAllowed(location: string, url: string, { allowsPrivate }: OutgoingOptions): boolean {
  if (!URL.canParse(location, url)) return false;
  const { protocol, port } = new URL(location, url);
  return /^https?:$/.test(protocol) && (allowsPrivate || port === '');
}

async function readAnswer(response: IncomingMessage, url: string): Promise<Fetched> {
  const { statusCode: status = 0, headers } = response;
  if (status === 404 || status === 410) return { state: 'gone' };
  if (status >= 500 || status === 429) return { state: 'failed' };
  const [, charset] = /charset="?([\w-]+)/i.exec(headers['content-type'] ?? '') ?? [];
  const isHtml = /^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(headers['content-type'] ?? '');
  if (status !== 200 || !isHtml || (headers['content-encoding'] ?? 'identity') !== 'identity') {
    return { state: 'unreadable' };
  }
  return { state: 'page', html: decode(await readBeginning(response), charset), url };
}

async function readBeginning(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= MAX_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, MAX_BYTES);
}

function decode(bytes: Buffer, charset = 'utf-8'): string {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return bytes.toString();
  }
}
