import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';

import { isPrivateHost } from '../../../routers/webhooks/targets.ts';
import { decodePercent } from '../../../shared/decode-percent.ts';
import { VERSION } from '../../../shared/version.ts';
import { openRequest, responseTo } from '../../http/outgoing.ts';
import { paceUpload } from '../../media/pace.ts';
import type { Received } from '../../media/receive.ts';

/** The size of a fetched file in bytes, the time that it takes in milliseconds, and the redirects before it. */
const MOST = { bytes: 20 * 1024 * 1024, time: 30_000, redirects: 5 };

const HEADERS = {
  accept: 'image/*, audio/*, video/*, application/pdf',
  'accept-encoding': 'identity',
  'user-agent': `Octavo/${VERSION} (import)`,
};

/** Why a file was not fetched, as a sentence for the owner. */
export class NotFetched extends Error {}

interface Options {
  signal: AbortSignal;
  /** In milliseconds; default: 30,000. */
  timeout?: number;
}

/**
 * Fetches a file of another host, and writes it to the disk while it arrives. Private, link-local and metadata
 * addresses are refused when the connection is made, after each redirect as well.
 *
 * @param file where it goes; the caller deletes it
 * @throws NotFetched; the reason of the signal when it is aborted
 */
export async function fetchFile(
  url: string,
  file: string,
  { signal, timeout = MOST.time }: Options,
): Promise<Received> {
  const timer = AbortSignal.timeout(timeout);
  try {
    return await follow(url, file, AbortSignal.any([signal, timer]), MOST.redirects);
  } catch (error) {
    signal.throwIfAborted();
    if (timer.aborted) throw new NotFetched(`It took longer than ${timeout / 1000} s.`);
    throw explained(error);
  }
}

async function follow(url: string, file: string, signal: AbortSignal, redirects: number): Promise<Received> {
  const { protocol, hostname } = new URL(url);
  if (!/^https?:$/.test(protocol)) throw new NotFetched('It redirects to something else than http and https.');
  if (isPrivateHost(hostname)) throw isPrivate();
  const request = openRequest('GET', url, HEADERS, { allowsPrivate: false, signal });
  let next: string;
  try {
    const response = await responseTo(request);
    const { statusCode: status = 0, headers } = response;
    const isRedirect = [301, 302, 303, 307, 308].includes(status) && headers.location !== undefined;
    if (!isRedirect) return await receive(response, url, file);
    if (redirects === 0) throw new NotFetched(`It redirects more than ${MOST.redirects} times.`);
    if (!URL.canParse(headers.location!, url)) throw new NotFetched('It redirects to something that is no URL.');
    next = new URL(headers.location!, url).href;
  } finally {
    request.destroy();
  }
  return follow(next, file, signal, redirects - 1);
}

async function receive(response: IncomingMessage, url: string, file: string): Promise<Received> {
  const { statusCode: status = 0, headers } = response;
  if (status === 404 || status === 410) throw new NotFetched(`The server answered ${status}: there is no such file.`);
  if (status !== 200) throw new NotFetched(`The server answered ${status}.`);
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw new NotFetched('The server sent it compressed, which was not asked for.');
  }
  if (Number(headers['content-length'] ?? 0) > MOST.bytes) throw tooLarge();
  const hash = createHash('sha256');
  let bytes = 0;
  async function* counted(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      await paceUpload(chunk.length);
      bytes += chunk.length;
      if (bytes > MOST.bytes) throw tooLarge();
      hash.update(chunk);
      yield chunk;
    }
  }
  await pipeline(response, counted, createWriteStream(file, { mode: 0o600 }));
  const fileName = decodePercent(new URL(url).pathname.split('/').at(-1) ?? '');
  return { bytes, hash: hash.digest('hex'), fileName, fields: {} };
}

function tooLarge(): NotFetched {
  return new NotFetched(`It is larger than ${MOST.bytes / 1024 ** 2} MiB.`);
}

function isPrivate(): NotFetched {
  return new NotFetched('Its address is one of this machine or a private network, which are never fetched.');
}

/** Errors of the disk pass. */
function explained(error: unknown): unknown {
  if (error instanceof NotFetched) return error;
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  if (code === 'ERR_IP_BLOCKED') return isPrivate();
  if (syscall === 'open' || syscall === 'write' || code === 'ENOSPC' || code === 'EDQUOT') return error;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return new NotFetched('Its host was not found.');
  const reason = code === '' ? String((error as Error).message) : code;
  return new NotFetched(`The server could not be reached, or broke off (${reason}).`);
}
