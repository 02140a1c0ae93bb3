import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** The keys of AWS's documented examples. */
export const EXAMPLE_KEYS = {
  AWS_ACCESS_KEY_ID: 'AKIAIOSFODNN7EXAMPLE',
  AWS_SECRET_ACCESS_KEY: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
};

/**
 * How the server fails: it ends connections, answers nothing, answers 500, ends the bodies of GET in the middle, stops
 * in the middle of them, or deletes no file.
 */
export type Fault = 'none' | 'ends' | 'silent' | 'errors' | 'breaks' | 'stalls' | 'keeps';

/** An S3 server that holds one bucket, checks each signature as AWS documents it, and fails on request. */
export interface SignedS3 {
  url: string;
  /** The files, by their decoded keys. */
  files: Map<string, Buffer>;
  /** Method and undecoded URL of each request. */
  requests: string[];
  fault: Fault;
  close(): Promise<void>;
}

/** @param bucket the first part of each path */
export async function openSignedS3(bucket: string): Promise<SignedS3> {
  const server = createServer((req, res) => void answer(req, res).catch(() => res.destroy()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const s3: SignedS3 = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    files: new Map(),
    requests: [],
    fault: 'none',
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { method = '', url = '' } = req;
    const { fault } = s3;
    s3.requests.push(`${method} ${url}`);
    if (fault === 'ends') return void req.socket.destroy();
    const body = await buffer(req);
    if (fault === 'silent') return;
    if (fault === 'errors') return refuse(res, 500, 'InternalError');
    const wrong = problemOf(req);
    if (wrong !== null) return refuse(res, 403, wrong);
    const { pathname, searchParams } = new URL(url, s3.url);
    const [, first = '', ...rest] = pathname.split('/').map(decodeURIComponent);
    const key = rest.join('/');
    if (first !== bucket) return refuse(res, 404, 'NoSuchBucket');
    if (method === 'PUT') s3.files.set(key, body);
    if (method === 'DELETE' && fault === 'keeps') return refuse(res, 403, 'AccessDenied');
    if (method === 'DELETE') s3.files.delete(key);
    if (method === 'PUT' || method === 'DELETE') return void res.writeHead(method === 'PUT' ? 200 : 204).end();
    if (key === '') return list(res, searchParams);
    const file = s3.files.get(key);
    if (!file) return refuse(res, 404, 'NoSuchKey');
    send(req, res, file);
  }

  function send(req: IncomingMessage, res: ServerResponse, file: Buffer): void {
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(req.headers.range ?? '') ?? [];
    const part = from === undefined ? file : file.subarray(Number(from), Number(to) + 1);
    res.writeHead(from === undefined ? 200 : 206, {
      'content-length': part.length,
      'last-modified': new Date().toUTCString(),
    });
    if (req.method === 'HEAD') return void res.end();
    if (s3.fault === 'none' || s3.fault === 'keeps') return void res.end(part);
    res.write(part.subarray(0, part.length >> 1), () => s3.fault === 'breaks' && res.destroy());
  }

  /** One file a page, so that lists have several. */
  function list(res: ServerResponse, query: URLSearchParams): void {
    const after = query.get('continuation-token') ?? '';
    const keys = [...s3.files.keys()]
      .filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after)
      .toSorted();
    const entries = keys.slice(0, 1).map((key) => {
      const bytes = s3.files.get(key)!.length;
      return `<Contents><Key>${escapeXml(key)}</Key><LastModified>2026-03-01T00:00:00.000Z</LastModified><Size>${bytes}</Size></Contents>`;
    });
    const next = keys.length > 1 ? `<NextContinuationToken>${escapeXml(keys[0]!)}</NextContinuationToken>` : '';
    res.end(`<?xml version="1.0"?><ListBucketResult>${entries.join('')}${next}</ListBucketResult>`);
  }

  return s3;
}

function refuse(res: ServerResponse, status: number, code: string): void {
  res.writeHead(status).end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`);
}

function problemOf(req: IncomingMessage): string | null {
  const { headers } = req;
  const [, key, , sent] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\S+ SignedHeaders=(\S+), Signature=(\S+)$/.exec(headers.authorization ?? '') ??
    [];
  if (key !== EXAMPLE_KEYS.AWS_ACCESS_KEY_ID) return 'InvalidAccessKeyId';
  const unsigned = Object.keys(headers).find((name) => name.startsWith('x-amz-') && !signedHeaders(req).includes(name));
  if (unsigned !== undefined || headers['x-amz-content-sha256'] === undefined) return 'AccessDenied';
  return sent === signatureOf(req) ? null : 'SignatureDoesNotMatch';
}

/** The parts of a request that are signed. */
export type SignedRequest = Pick<IncomingMessage, 'method' | 'url' | 'headers'>;

/**
 * The signature that AWS documents for a request (Signature Version 4, "Authenticating Requests: Using the
 * Authorization Header"), with the secret of its examples.
 */
export function signatureOf(req: SignedRequest): string {
  const { method = '', url = '', headers } = req;
  const [, scope = ''] = /Credential=[^/]+\/([^,]+)/.exec(headers.authorization ?? '') ?? [];
  const [path = '', query = ''] = url.split('?');
  const pairs = query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = '', value = ''] = pair.split('=');
      return `${canonical(name)}=${canonical(value)}`;
    });
  const canonicalRequest = [
    method,
    path.split('/').map(canonical).join('/'),
    pairs.toSorted().join('&'),
    ...signedHeaders(req).map((name) => `${name}:${String(headers[name]).trim().replaceAll(/ +/g, ' ')}`),
    '',
    signedHeaders(req).join(';'),
    headers['x-amz-content-sha256'],
  ].join('\n');
  const digest = createHash('sha256').update(canonicalRequest).digest('hex');
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, digest].join('\n');
  const sign = (secret: string | Buffer, part: string): Buffer => createHmac('sha256', secret).update(part).digest();
  const first = sign(`AWS4${EXAMPLE_KEYS.AWS_SECRET_ACCESS_KEY}`, scope.slice(0, 8));
  return [...scope.split('/').slice(1), text].reduce(sign, first).toString('hex');
}

function signedHeaders({ headers }: Pick<SignedRequest, 'headers'>): string[] {
  return /SignedHeaders=([^,]+)/.exec(headers.authorization ?? '')?.[1]?.split(';') ?? [];
}

/** Percent-encoded as AWS does it: everything but letters, digits and `-._~`. A plain "+" is a space to it. */
function canonical(text: string): string {
  return encodeURIComponent(decodeURIComponent(text.replaceAll('+', ' '))).replaceAll(
    /[!'()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll("'", '&#39;');
}
