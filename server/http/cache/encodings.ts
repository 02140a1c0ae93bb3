import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib';

/** Of Brotli. Quality 5 costs a tenth of 11 and saves nearly as much; what is sent many times may cost more. */
const QUALITY = { usual: 5, best: 11 };

const compressors = {
  br: (body: Buffer, quality: keyof typeof QUALITY) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY[quality] } }),
  gzip: (body: Buffer) => promisify(gzip)(body),
};

const decompressors = { br: promisify(brotliDecompress), gzip: promisify(gunzip) };

/** The encoding of a body. */
export type Encoding = keyof typeof compressors | 'identity';

/** Compresses a body. */
export function compress(
  encoding: keyof typeof compressors,
  body: Buffer,
  quality: keyof typeof QUALITY = 'usual',
): Promise<Buffer> {
  return compressors[encoding](body, quality);
}

/** The body that was compressed. */
export function decompress(encoding: keyof typeof decompressors, bytes: Buffer): Promise<Buffer> {
  return decompressors[encoding](bytes);
}

/**
 * The encoding that a client prefers (RFC 9110, section 12.5.3); of equal ones the smallest.
 *
 * @param accepted the header Accept-Encoding
 */
export function encodingFor(accepted: string | undefined): Encoding {
  if (accepted === undefined) return 'identity';
  const before = known.get(accepted);
  if (before !== undefined) return before;
  const encoding = preferred(accepted);
  if (known.size === MAX_KNOWN) known.clear();
  known.set(accepted, encoding);
  return encoding;
}

/** What browsers and programs send: a handful of different headers. */
const known = new Map<string, Encoding>();
const MAX_KNOWN = 100;

function preferred(accepted: string): Encoding {
  const parts = accepted.toLowerCase().split(',');
  const [br, gzip, identity] = [weightIn(parts, 'br'), weightIn(parts, 'gzip'), weightIn(parts, 'identity')];
  if (br > 0 && br >= gzip && br >= identity) return 'br';
  return gzip > 0 && gzip >= identity ? 'gzip' : 'identity';
}

/** From 0 to 1; 0 for an encoding that is not listed. */
function weightIn(parts: readonly string[], encoding: Encoding): number {
  const part = parts.find((one) => one.split(';')[0]?.trim() === encoding);
  if (part === undefined) return 0;
  const [, weight = '1'] = /;\s*q=(\d(?:\.\d*)?)\s*$/.exec(part) ?? [];
  return Number(weight);
}
