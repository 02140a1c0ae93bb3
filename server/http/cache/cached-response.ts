import type { Reply } from '../../../routers/core/context.ts';
import { cachingHeaders } from '../validators.ts';
import type { RenderedResponse } from '../cacheable-read.ts';
import type { ReadyKind, ReadyResponse } from '../ready-response.ts';
import { compress, decompress, type Encoding } from './encodings.ts';

/** Compressing a smaller body would not save a packet. */
const MIN_COMPRESSED_BYTES = 860;

/** A response in one encoding. */
export interface EncodedResponse {
  body: Buffer;
  /** The entity tag of these very bytes (RFC 9110, section 8.8.1); absent when no cache may store the response. */
  tag: string | undefined;
  lastModified: string | undefined;
  /** Names and values in turn, as `writeHead` takes them: for the response, and for the 304 in its place. */
  headers: string[];
  unchanged: string[];
  /** Both as bytes that are ready, once they were sent. Not by status: V8 keeps 2.5 kB for an object with a key 304. */
  ready: Partial<Record<ReadyKind, ReadyResponse>>;
}

/**
 * A response as bytes, in every requested encoding. Others are not kept: nearly all clients take compressed responses, and
 * their bytes are a quarter of those that they were made of.
 */
export class CachedResponse {
  /** The memory that it takes at most, in bytes, approximately. */
  readonly size: number;
  /** The origins of players that the page may show in frames. */
  readonly frames: readonly string[] | undefined;
  /** Whether the page accepts webmentions. */
  readonly takesWebmentions: true | undefined;
  readonly #rendered: Omit<RenderedResponse, 'body'>;
  readonly #cdnMaxAge: number;
  readonly #length: number;
  /** The body as it was rendered, until it is kept as a response. */
  #source: Buffer | undefined;
  readonly #byEncoding = new Map<Encoding, EncodedResponse | Promise<EncodedResponse>>();

  constructor(
    rendered: RenderedResponse,
    cdnMaxAge: number,
    { frames, takesWebmentions }: Pick<Reply, 'frames' | 'takesWebmentions'> = {},
  ) {
    const { body, ...others } = rendered;
    this.#rendered = others;
    this.#cdnMaxAge = cdnMaxAge;
    this.frames = frames;
    this.takesWebmentions = takesWebmentions;
    this.#length = Buffer.byteLength(body);
    this.#source = Buffer.allocUnsafeSlow(this.#length);
    this.#source.write(body);
    this.size = 2 * this.#length + 2_000;
  }

  /** The response in this encoding; no promise when it was requested before. */
  encoded(accepted: Encoding): EncodedResponse | Promise<EncodedResponse> {
    const encoding = this.#length < MIN_COMPRESSED_BYTES ? 'identity' : accepted;
    const known = this.#byEncoding.get(encoding);
    if (known) return known;
    if (encoding === 'identity' && this.#source) return this.#keep(encoding, this.#source);
    const making = this.#bytesIn(encoding).then((bytes) => this.#keep(encoding, bytes));
    this.#byEncoding.set(encoding, making);
    making.catch(() => this.#byEncoding.delete(encoding));
    return making;
  }

  async #bytesIn(encoding: Encoding): Promise<Buffer> {
    const body = this.#source ?? (await this.#keptBody());
    return encoding === 'identity' ? body : compress(encoding, body);
  }

  /** The body as it was rendered, from a response that is kept. */
  #keptBody(): Buffer | Promise<Buffer> {
    for (const [encoding, encoded] of this.#byEncoding) {
      if (encoded instanceof Promise) continue;
      return encoding === 'identity' ? encoded.body : decompress(encoding, encoded.body);
    }
    throw new Error('A cached response has lost its body.');
  }

  #keep(encoding: Encoding, body: Buffer): EncodedResponse {
    const encoded = this.#encode(body, encoding);
    this.#byEncoding.set(encoding, encoded);
    this.#source = undefined;
    return encoded;
  }

  #encode(body: Buffer, encoding: Encoding): EncodedResponse {
    const { type, modified, maxAge } = this.#rendered;
    const tag = encoding === 'identity' ? this.#rendered.tag : this.#rendered.tag?.replace(/"$/, `-${encoding}"`);
    const lastModified = modified === undefined ? undefined : new Date(modified).toUTCString();
    const unchanged = cachingHeaders(tag, lastModified, this.#cdnMaxAge, maxAge);
    const headers = ['Content-Type', type, 'Content-Length', String(body.length), ...unchanged];
    if (encoding !== 'identity') headers.push('Content-Encoding', encoding);
    return { body, tag, lastModified, headers, unchanged, ready: {} };
  }
}
