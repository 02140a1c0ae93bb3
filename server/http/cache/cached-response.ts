import type { Reply } from '../../../routers/core/context.ts';
import { cachingHeaders } from '../validators.ts';
import type { RenderedResponse } from '../cacheable-read.ts';
import type { ReadyResponse } from '../ready-response.ts';
import { compressed, type Encoding } from './encodings.ts';

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
  /** Both as bytes that are ready, once they were sent. */
  ready: { 200?: ReadyResponse; 304?: ReadyResponse };
}

/** A response as bytes, in every requested encoding. */
export class CachedResponse {
  /** The approximate memory that it takes, in bytes. */
  readonly size: number;
  /** The origins of players that the page may show in frames. */
  readonly frames: readonly string[] | undefined;
  /** Whether the page accepts webmentions. */
  readonly takesWebmentions: true | undefined;
  readonly #rendered: Omit<RenderedResponse, 'body'>;
  readonly #cdnMaxAge: number;
  readonly #identity: EncodedResponse;
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
    const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(body));
    bytes.write(body);
    this.#identity = this.#encode(bytes, 'identity');
    this.size = 2 * this.#identity.body.length + 2_000;
  }

  /** The response in this encoding; no promise when it was requested before. */
  encoded(encoding: Encoding): EncodedResponse | Promise<EncodedResponse> {
    const { body } = this.#identity;
    if (encoding === 'identity' || body.length < MIN_COMPRESSED_BYTES) return this.#identity;
    const known = this.#byEncoding.get(encoding);
    if (known) return known;
    const compressing = compressed(encoding, body).then((bytes) => {
      const encoded = this.#encode(bytes, encoding);
      this.#byEncoding.set(encoding, encoded);
      return encoded;
    });
    this.#byEncoding.set(encoding, compressing);
    return compressing;
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
