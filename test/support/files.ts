import { deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

/** A text in the metadata of files, which must be removed. */
export const PLACE = 'Secret-Street-7';

const exif = {
  IFD0: { Copyright: PLACE, ImageDescription: PLACE },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 2636/100', GPSAreaInformation: PLACE },
};

/** An image of one colour, which differs for each number. */
export function picture(width: number, height: number, number = 0): Sharp {
  const background = { r: number % 256, g: 120, b: 200 };
  return sharp({ create: { width, height, channels: 3, background } });
}

/** A photo with the place where it was taken; `orientation` as in EXIF. */
export function photo(format: 'jpeg' | 'png' | 'webp' | 'avif', orientation = 1, number = 0): Promise<Buffer> {
  const image = picture(800, 600, number).withMetadata({ orientation }).withExifMerge(exif);
  return image.toFormat(format, format === 'avif' ? { effort: 0 } : {}).toBuffer();
}

/** An animation of three frames. */
export async function animation(format: 'gif' | 'webp'): Promise<Buffer> {
  const frames = await Promise.all([0, 90, 180].map((number) => picture(400, 300, number).png().toBuffer()));
  return sharp(frames, { join: { animated: true } })
    .toFormat(format, { loop: 0, delay: [100, 100, 100] })
    .toBuffer();
}

/** An animated AVIF by libavif: two frames of 16 by 12 pixels, and EXIF with a place. */
export function animatedAvif(): Buffer {
  return Buffer.from(
    'AAAALGZ0eXBhdmlzAAAAAGF2aWZhdmlzbXNmMWlzbzhtaWYxbWlhZk1BMUIAAAEsbWV0YQAAAAAAAAAhaGRscgAAAAAAAAAAcGljdAAAAAAAAA' +
      'AAAAAAAAAAAAAOcGl0bQAAAAAAAQAAACxpbG9jAAAAAEQAAAIAAQAAAAEAAATMAAAAKAACAAAAAQAABJgAAAA0AAAAQWlpbmYAAAAAAAIAAAAa' +
      'aW5mZQIAAAAAAQAAYXYwMUNvbG9yAAAAABlpbmZlAgAAAAACAABFeGlmRXhpZgAAAAAaaXJlZgAAAAAAAAAOY2RzYwACAAEAAQAAAGppcHJwAA' +
      'AAS2lwY28AAAAUaXNwZQAAAAAAAAAQAAAADAAAABBwaXhpAAAAAAMICAgAAAAMYXYxQ4EADAAAAAATY29scm5jbHgAAQANAAaAAAAAF2lwbWEA' +
      'AAAAAAAAAQABBAECgwQAAAM4bW9vdgAAAHhtdmhkAQAAAAAAAADnKzwoAAAAAOcrPCgAAAPo//////////8AAQAAAQAAAAAAAAAAAAAAAAEAAA' +
      'AAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAgAAArh0cmFrAAAAaHRraGQBAAABAAAA' +
      'AOcrPCgAAAAA5ys8KAAAAAEAAAAA//////////8AAAAAAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAABAAAAAAB' +
      'AAAAAMAAAAAAAsZWR0cwAAACRlbHN0AQAAAQAAAAEAAAAAAAAD6AAAAAAAAAAAAAEAAAAAAHJtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0' +
      'AAAAAAAAAAAAAAAAAAAAAB5pbG9jAAAAAEQAAAEAAgAAAAEAAASYAAAANAAAACdpaW5mAAAAAAABAAAAGWluZmUCAAAAAAIAAEV4aWZFeGlmAA' +
      'AAAaptZGlhAAAALG1kaGQBAAAAAAAAAOcrPCgAAAAA5ys8KAAAA+gAAAAAAAAD6FXEAAAAAAAhaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAA' +
      'AAAAAAFVbWluZgAAABR2bWhkAAAAAQAAAAAAAAAAAAAAJGRpbmYAAAAcZHJlZgAAAAAAAAABAAAADHVybCAAAAABAAABFXN0YmwAAACVc3RzZA' +
      'AAAAAAAAABAAAAhWF2MDEAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAAAEAAMAEgAAABIAAAAAAAAAAEKQU9NIENvZGluZwAAAAAAAAAAAAAAAAAA' +
      'AAAAAAAAAAAY//8AAAAMYXYxQ4EADAAAAAATY29scm5jbHgAAQANAAaAAAAAEGNjc3QAAAAAfAAAAAAAABhzdHRzAAAAAAAAAAEAAAACAAAB9A' +
      'AAABxzdHNjAAAAAAAAAAEAAAABAAAAAgAAAAEAAAAcc3RzegAAAAAAAAAAAAAAAgAAACgAAAAnAAAAFHN0Y28AAAAAAAAAAQAABMwAAAAUc3Rz' +
      'cwAAAAAAAAABAAAAAQAAAIttZGF0AAAABkV4aWYAAE1NACoAAAAIAAGCmAACAAAAEAAAABoAAAAAU2VjcmV0LVN0cmVldC03ABIACg0AAAABn9' +
      'm18iAhoNCAMhUQAMQAYYYYKCSAOVOPNKTnctfJz4ASADIjMAOAgP34OxABhhhgoEEIAAJA4C4c4PZ2lZcwkjuZ65rUH+4=',
    'base64',
  );
}

/** A PNG whose header says that it is this large, with hardly any data. */
export async function claiming(width: number, height: number): Promise<Buffer> {
  const png = await picture(10, 10).png().toBuffer();
  const head = Buffer.from(png);
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  head.writeUInt32BE(crc(head.subarray(12, 29)), 29);
  return head;
}

/** An MP4 with a picture, a place, and a track of places; `isFilm` false makes it a sound. */
export function movie(isFilm = true, place = PLACE): Buffer {
  const secret = Buffer.from(place);
  const type = box('ftyp', Buffer.from(isFilm ? 'isom\0\0\0\0isommp42' : 'M4A \0\0\0\0M4A mp42', 'latin1'));
  const times = Buffer.alloc(8, 1);
  const build = (dataAt: number) =>
    box(
      'moov',
      box('mvhd', Buffer.concat([Buffer.alloc(4), times, Buffer.alloc(88)])),
      track(isFilm ? 'vide' : 'soun', dataAt, 5, isFilm ? [640, 360] : [0, 0]),
      track('meta', dataAt + 5, secret.length),
      box('udta', box('\u00a9xyz', secret)),
      box('meta', secret),
    );
  const start = type.length + build(0).length + 8;
  return Buffer.concat([type, build(start), box('mdat', Buffer.from('seen!'), secret), box('uuid', secret)]);
}

/** The beginning of a WebM file with a sound and a picture, as browsers record it. */
export function recording(width: number, height: number): Buffer {
  const number = (id: number[], value: number) => ebml(id, Buffer.from([value >> 8, value & 0xff]));
  const picture = ebml([0xe0], Buffer.concat([number([0xb0], width), number([0xba], height)]));
  const tracks = [ebml([0xae], number([0x83], 2)), ebml([0xae], Buffer.concat([number([0x83], 1), picture]))];
  return Buffer.concat([
    ebml([0x1a, 0x45, 0xdf, 0xa3], ebml([0x42, 0x82], Buffer.from('webm'))),
    // Of unknown length.
    Buffer.from([0x18, 0x53, 0x80, 0x67, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]),
    ebml([0x15, 0x49, 0xa9, 0x66], Buffer.alloc(200)),
    ebml([0x16, 0x54, 0xae, 0x6b], Buffer.concat(tracks)),
  ]);
}

/** An element of EBML (RFC 8794) with a length of two bytes. */
function ebml(id: number[], content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([...id, 0x40 | (content.length >> 8), content.length & 0xff]), content]);
}

function track(handler: string, at: number, length: number, [width, height]: [number, number] = [0, 0]): Buffer {
  const head = Buffer.alloc(84);
  head.fill(1, 4, 12);
  head.writeUInt32BE(width * 65536, 76);
  head.writeUInt32BE(height * 65536, 80);
  return box(
    'trak',
    box('tkhd', head),
    box(
      'mdia',
      box('mdhd', Buffer.alloc(24)),
      box('hdlr', Buffer.alloc(8), Buffer.from(handler), Buffer.alloc(13)),
      box(
        'minf',
        box(
          'stbl',
          box('stsc', numbers(0, 1, 1, 1, 1)),
          box('stsz', numbers(0, 0, 1, length)),
          box('stco', numbers(0, 1, at)),
        ),
      ),
    ),
  );
}

/** A box of ISO media files (ISO/IEC 14496-12). */
export function box(type: string, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([numbers(body.length + 8), Buffer.from(type, 'latin1'), body]);
}

function numbers(...values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  values.forEach((value, at) => bytes.writeUInt32BE(value, 4 * at));
  return bytes;
}

/** A valid PNG, black, of any size: a few KB for 100 megapixels. */
export function blackPng(width: number, height: number): Buffer {
  const head = Buffer.concat([numbers(width, height), Buffer.from([1, 0, 0, 0, 0])]);
  const rows = deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))));
  const signature = Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1');
  return Buffer.concat([signature, pngChunk('IHDR', head), pngChunk('IDAT', rows), pngChunk('IEND', Buffer.alloc(0))]);
}

export function pngChunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  return Buffer.concat([numbers(content.length), named, numbers(crc(named))]);
}

/** As PNG checks its chunks. */
function crc(bytes: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return (sum ^ 0xffffffff) >>> 0;
}
