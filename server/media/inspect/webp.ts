import { Damaged, part } from './damaged.ts';

const NEEDED = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);
/** The flags of VP8X that announce EXIF and XMP. */
const METADATA = 0b0000_1100;

/**
 * Keeps the chunks of a WebP (RFC 9649) that affect the image.
 *
 * @throws Damaged, RangeError
 */
export function stripWebp(bytes: Buffer): Buffer {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP') {
    throw new Damaged('This is not a WebP.');
  }
  const last = part(bytes, 0, 8 + bytes.readUInt32LE(4)).length;
  const kept = [Buffer.from(part(bytes, 0, 12))];
  for (let at = 12; at + 8 <= last;) {
    const type = bytes.toString('latin1', at, at + 4);
    const size = bytes.readUInt32LE(at + 4);
    const chunk = Buffer.from(part(bytes, at, Math.min(last, at + 8 + size + (size % 2))));
    if (type === 'VP8X') chunk[8] = chunk.readUInt8(8) & ~METADATA;
    if (NEEDED.has(type)) kept.push(chunk);
    at += chunk.length;
  }
  const stripped = Buffer.concat(kept);
  stripped.writeUInt32LE(stripped.length - 8, 4);
  return stripped;
}
