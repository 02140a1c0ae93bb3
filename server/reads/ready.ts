import { cachingHeaders } from '../http/caching.ts';
import { compressed, type Encoding } from './encodings.ts';
import type { Made } from './reading.ts';

/** Below so many bytes compressing saves no packet. */
const LEAST = 860;

/** One encoding of an answer, ready to be written. */
export interface Variant {
  /** The bytes as latin1: node:http joins head and body of a string into one piece, and such a string costs nothing. */
  body: string;
  /** The entity tag of these very bytes (RFC 9110, section 8.8.1); absent where nobody may keep the answer. */
  tag: string | undefined;
  lastModified: string | undefined;
  /** Names and values in turn, as `writeHead` takes them: for the answer, and for the 304 in its place. */
  headers: string[];
  unchanged: string[];
}

/** An answer as ready bytes, with its encodings. */
export class Ready {
  /** Bytes that it takes in memory at most, about. */
  readonly size: number;
  readonly #made: Made;
  readonly #cdnMaxAge: number;
  readonly #identity: Variant;
  readonly #variants = new Map<Encoding, Variant | Promise<Variant>>();

  constructor(made: Made, cdnMaxAge: number) {
    this.#made = made;
    this.#cdnMaxAge = cdnMaxAge;
    this.#identity = this.#variantOf(Buffer.from(made.body), 'identity');
    this.size = 2 * this.#identity.body.length + 2_000;
  }

  /** The answer in this encoding, at once when it was asked for before. */
  variant(encoding: Encoding): Variant | Promise<Variant> {
    const { body } = this.#identity;
    if (encoding === 'identity' || body.length < LEAST) return this.#identity;
    const known = this.#variants.get(encoding);
    if (known) return known;
    const making = compressed(encoding, Buffer.from(body, 'latin1')).then((bytes) => {
      const variant = this.#variantOf(bytes, encoding);
      this.#variants.set(encoding, variant);
      return variant;
    });
    this.#variants.set(encoding, making);
    return making;
  }

  #variantOf(body: Buffer, encoding: Encoding): Variant {
    const { type, modified } = this.#made;
    const tag = encoding === 'identity' ? this.#made.tag : this.#made.tag?.replace(/"$/, `-${encoding}"`);
    const lastModified = modified === undefined ? undefined : new Date(modified).toUTCString();
    const unchanged = cachingHeaders(tag, lastModified, this.#cdnMaxAge);
    const headers = ['Content-Type', type, 'Content-Length', String(body.length), ...unchanged];
    if (encoding !== 'identity') headers.push('Content-Encoding', encoding);
    return { body: body.toString('latin1'), tag, lastModified, headers, unchanged };
  }
}
