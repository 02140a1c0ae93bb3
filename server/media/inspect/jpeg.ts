import { Damaged, part } from './damaged.ts';

const [TEM, SOI, EOI, SOS, COM] = [0x01, 0xd8, 0xd9, 0xda, 0xfe];

/**
 * Keeps only the image of a JPEG (ITU-T T.81, Annex B), its pixel density, colour profile and Adobe's colour transform.
 *
 * @throws Damaged, RangeError
 */
export function stripJpeg(bytes: Buffer): Buffer {
  if (bytes.readUInt16BE(0) !== 0xff00 + SOI) throw new Damaged('This is not a JPEG.');
  const kept = [part(bytes, 0, 2)];
  for (let at = 2; ;) {
    if (bytes.readUInt8(at) !== 0xff) throw new Damaged('A marker is missing.');
    const marker = bytes.readUInt8(at + 1);
    // Any number of fill bytes may stand before a marker.
    if (marker === 0xff) at += 1;
    else if (marker === EOI) return Buffer.concat([...kept, part(bytes, at, at + 2)]);
    else if (marker === TEM || isRestart(marker)) at += 2;
    else {
      const content = at + 4;
      const end = at + 2 + bytes.readUInt16BE(at + 2);
      const next = marker === SOS ? endOfScan(bytes, end) : end;
      if (isNeeded(marker, part(bytes, content, end))) kept.push(part(bytes, at, next));
      at = next;
    }
  }
}

/** APP0 is JFIF or a preview, APP2 a colour profile or further images, APP14 is Adobe's. */
function isNeeded(marker: number, content: Buffer): boolean {
  if (marker === COM) return false;
  if (marker < 0xe0 || marker > 0xef) return true;
  const names: Record<number, string> = { 0xe0: 'JFIF\0', 0xe2: 'ICC_PROFILE\0', 0xee: 'Adobe' };
  const name = names[marker];
  return name !== undefined && content.toString('latin1', 0, name.length) === name;
}

/** Where the marker after the data of a scan is: 0xff stands in the data only before 0 and in restart markers. */
function endOfScan(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(0xff, start); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes.readUInt8(at + 1);
    if (next !== 0 && next !== 0xff && !isRestart(next)) return at;
  }
  throw new Damaged('The image has no end marker.');
}

function isRestart(marker: number): boolean {
  return marker >= 0xd0 && marker <= 0xd7;
}
