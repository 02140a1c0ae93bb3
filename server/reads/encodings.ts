import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressors = {
  // Quality 5 costs a tenth of 11 and saves nearly as much.
  br: (body: Buffer) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (body: Buffer) => promisify(gzip)(body),
};

/** The encoding of a body. */
export type Encoding = keyof typeof compressors | 'identity';

/** Compresses a body. */
export function compressed(encoding: keyof typeof compressors, body: Buffer): Promise<Buffer> {
  return compressors[encoding](body);
}

/**
 * The best encoding that a client accepts (RFC 9110, section 12.5.3).
 *
 * @param accepted the header Accept-Encoding
 */
export function encodingFor(accepted: string | undefined): Encoding {
  if (accepted === undefined) return 'identity';
  if (takes(accepted, 'br')) return 'br';
  return takes(accepted, 'gzip') ? 'gzip' : 'identity';
}

function takes(accepted: string, encoding: string): boolean {
  const part = accepted.split(',').find((one) => one.trim().split(';')[0]?.trim().toLowerCase() === encoding);
  return part !== undefined && !/;\s*q=0(?:\.0*)?\s*$/i.test(part);
}
