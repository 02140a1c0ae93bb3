import { openAsBlob } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import type { Logger } from 'pino';

import { BadConfig, type Config } from '../../config/config.ts';
import { watchDependency } from '../dependency.ts';
import { privateFolder } from './incoming.ts';
import { uploadedFiles, type KeptFiles, type MediaStorage } from './storage.ts';

/** The configuration of a storage. */
export type StorageConfig = Pick<
  Config,
  'mediaUrl' | 'awsAccessKeyId' | 'awsSecretAccessKey' | 'awsSessionToken' | 'awsRegion'
>;

/** Logs when a storage fails, and when it is back. */
export type StorageLog = Pick<Logger, 'error' | 'info'>;

/** The maximum number of attempts of a request, and the milliseconds between the first two. */
const ATTEMPTS = 3;
const PAUSE = 100;
/** The timeouts of requests. */
export interface StorageTimes {
  /** Milliseconds until a response begins, and between two parts of its body. */
  answer: number;
  /** Milliseconds for each megabyte of a file that is sent, besides. */
  megabyte: number;
}

const TIMES: StorageTimes = { answer: 20_000, megabyte: 4_000 };

/**
 * Stores files in a bucket of S3, or of a compatible service.
 *
 * @param times different ones, for tests
 * @param kept which files it holds; default: uploaded files
 * @throws BadConfig when the URL or the credentials are not complete
 */
export function openBucket(
  config: StorageConfig,
  log: StorageLog,
  times = TIMES,
  { pattern, isFlat }: KeptFiles = uploadedFiles,
): MediaStorage {
  const dependency = watchDependency('the media storage', log);
  const url = new URL(config.mediaUrl);
  const region = url.searchParams.get('region') ?? config.awsRegion ?? 'us-east-1';
  const base = baseOf(url, region);
  const prefix = prefixOf(url);
  const { awsAccessKeyId, awsSecretAccessKey, awsSessionToken } = config;
  if (awsAccessKeyId === null || awsSecretAccessKey === null) {
    throw new BadConfig('MEDIA_URL names S3, which needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.');
  }
  const signer = new AwsClient({
    accessKeyId: awsAccessKeyId,
    secretAccessKey: awsSecretAccessKey,
    ...(awsSessionToken !== null && { sessionToken: awsSessionToken }),
    service: 's3',
    region,
  });
  // Signatures contain the encoded path; "+" would be read as a space.
  const folder = prefix.split('/').map(encode).join('/');
  const objectUrl = (path: string) => `${base}/${folder}${path}`;
  // Of this user alone: commands may run as another one.
  let incoming = join(tmpdir(), `octavo-incoming-${process.getuid?.() ?? 'any'}`);

  /** @returns the response; null for 404 */
  async function request(method: string, place: string, options: RequestOptions = {}) {
    for (let attempt = 1; ; attempt++) {
      try {
        const response = await requestOnce(method, place, options);
        // A response whose body was not read yet can still break off.
        if (method !== 'GET' && method !== 'HEAD') dependency.worked();
        return response;
      } catch (error) {
        if (attempt === ATTEMPTS || error instanceof Refused) {
          dependency.failed(error, 'check MEDIA_URL and the AWS variables');
          throw error;
        }
        await sleep(PAUSE * 2 ** attempt);
      }
    }
  }

  async function requestOnce(method: string, place: string, { headers = {}, file }: RequestOptions) {
    // A body that was sent in part cannot be sent again: each attempt opens the file.
    const body = file === undefined ? null : await openAsBlob(file);
    const signed = await signer.sign(place, { method, headers });
    const timing = new AbortController();
    const limit = times.answer + ((body?.size ?? 0) / 1024 ** 2) * times.megabyte;
    const timer = setTimeout(() => timing.abort(tooLate()), limit);
    try {
      const response = await fetch(signed.url, { method, headers: signed.headers, body, signal: timing.signal });
      if (response.status === 404 || response.ok) return response.status === 404 ? null : response;
      const code = /<Code>(\w+)<\/Code>/.exec(await response.text())?.[1] ?? 'no reason';
      const sentence = `The storage answered ${method} with ${response.status} (${code}).`;
      throw response.status < 500 ? new Refused(sentence) : new Error(sentence);
    } finally {
      clearTimeout(timer);
    }
  }

  /** The chunks of a response body. Throws when the body stops in the middle. */
  async function* partsOf(body: NonNullable<Response['body']>): AsyncGenerator<Uint8Array> {
    const reader = body.getReader();
    try {
      for (;;) {
        const { done, value } = await inTime(reader.read(), times.answer);
        if (done) break;
        yield value;
      }
      dependency.worked();
    } catch (error) {
      dependency.failed(error);
      throw error;
    } finally {
      await reader.cancel().catch(() => undefined);
    }
  }

  return {
    name: config.mediaUrl,
    get incoming() {
      // Each time, because programs that clean the temporary folder may have deleted it.
      incoming = privateFolder(incoming);
      return incoming;
    },
    async put(path, file, mime) {
      const headers = { 'content-type': mime, 'cache-control': 'public, max-age=31536000, immutable' };
      if (!(await request('PUT', objectUrl(path), { headers, file }))) throw new Refused('The bucket does not exist.');
    },
    async get(path, range) {
      const headers = range && { range: `bytes=${range.start}-${range.end}` };
      const response = await request('GET', objectUrl(path), headers && { headers });
      return response?.body ? Readable.from(partsOf(response.body), { objectMode: false }) : null;
    },
    async head(path) {
      const response = await request('HEAD', objectUrl(path));
      if (!response) return null;
      const [, md5] = /^"([0-9a-f]{32})"$/.exec(response.headers.get('etag') ?? '') ?? [];
      return {
        bytes: Number(response.headers.get('content-length')),
        modifiedAt: new Date(response.headers.get('last-modified') ?? 0),
        // With some kinds of encryption it looks like an MD5, and is none.
        ...(md5 !== undefined && { md5 }),
      };
    },
    async delete(path) {
      await request('DELETE', objectUrl(path));
    },
    async *list() {
      let token: string | undefined;
      do {
        const query = new URLSearchParams({
          'list-type': '2',
          prefix,
          ...(isFlat && { delimiter: '/' }),
          ...(token !== undefined && { 'continuation-token': token }),
        });
        const response = await request('GET', `${base}/?${query.toString().replaceAll('+', '%20')}`);
        const xml = response?.body ? await text(partsOf(response.body)) : '';
        for (const [, entry = ''] of xml.matchAll(/<Contents>((?:(?!<Contents>).)*?)<\/Contents>/gs)) {
          const key = textIn(entry, 'Key');
          const path = key.slice(prefix.length);
          if (!key.startsWith(prefix) || !pattern.test(path)) continue;
          yield { path, bytes: Number(textIn(entry, 'Size')), modifiedAt: new Date(textIn(entry, 'LastModified')) };
        }
        token = textIn(xml, 'NextContinuationToken') || undefined;
      } while (token !== undefined);
    },
  };
}

interface RequestOptions {
  headers?: Record<string, string>;
  /** The body. */
  file?: string;
}

/** A response that another attempt would not change. */
class Refused extends Error {}

/** Not retried: another attempt would take as long again. */
function tooLate(): Refused {
  return new Refused('The storage did not answer in time.');
}

async function inTime<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(tooLate()), milliseconds);
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer));
}

/** Amazon's own buckets are in the host name; those of other services are in the path, which every service supports. */
function baseOf({ hostname, searchParams }: URL, region: string): string {
  const endpoint = searchParams.get('endpoint');
  if (endpoint === null) return `https://${hostname}.s3.${region}.amazonaws.com`;
  const isUrl = /^https?:\/\/[^?#@]+$/.test(endpoint) && URL.canParse(endpoint);
  if (!isUrl) throw new BadConfig('MEDIA_URL names an endpoint that is not a URL such as https://s3.example.');
  return `${endpoint.replace(/(?<!\/)\/+$/, '')}/${hostname}`;
}

/** Where the files are below the bucket, decoded; with a slash at its end. */
function prefixOf({ pathname }: URL): string {
  const parts = pathname.split('/').filter((part) => part !== '');
  try {
    return parts.map((part) => `${decodeURIComponent(part)}/`).join('');
  } catch {
    throw new BadConfig('MEDIA_URL has a "%" that does not start an escape such as %20; write %25 for the character.');
  }
}

/** Percent-encodes everything except letters, digits and `-._~`, as signatures require. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function textIn(xml: string, name: string): string {
  const found = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '';
  return found
    .replaceAll(/&#(x?)([\da-f]+);/gi, (_, hex: string, code: string) =>
      String.fromCodePoint(Number.parseInt(code, hex === '' ? 10 : 16)),
    )
    .replaceAll(/&(\w+);/g, (entity, one: string) => entities[one] ?? entity);
}
