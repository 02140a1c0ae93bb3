import { Damaged, part } from './damaged.ts';

const SIGNATURE = 'iVBORw0KGgo=';
/** The chunks that affect the image: pixels, frames of an animation, transparency, colours and pixel density. */
const NEEDED = new Set(
  'IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP sBIT bKGD pHYs cICP mDCV cLLI acTL fcTL fdAT'.split(' '),
);

/**
 * Keeps the chunks of a PNG (W3C, Portable Network Graphics, section 5) that affect the image.
 *
 * @throws Damaged, RangeError
 */
export function stripPng(bytes: Buffer): Buffer {
  if (bytes.toString('base64', 0, 8) !== SIGNATURE) throw new Damaged('This is not a PNG.');
  const kept = [part(bytes, 0, 8)];
  for (let at = 8; ;) {
    const type = bytes.toString('latin1', at + 4, at + 8);
    const end = at + 12 + bytes.readUInt32BE(at);
    const chunk = part(bytes, at, end);
    if (NEEDED.has(type)) kept.push(chunk);
    if (type === 'IEND') return Buffer.concat(kept);
    at = end;
  }
}

/** Whether a PNG is an animation, of which sharp sees the first frame only. */
export function isAnimatedPng(bytes: Buffer): boolean {
  for (let at = 8; at + 8 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (type === 'acTL') return true;
    if (type === 'IDAT') return false;
  }
  return false;
}
