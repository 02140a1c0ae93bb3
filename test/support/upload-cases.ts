import { deflateSync, gzipSync } from 'node:zlib';

import { animatedAvif, animation, blackPng, box, claiming, movie, photo, picture, PLACE, pngChunk } from './files.ts';

/** A file to upload, and the expected result. */
export interface UploadCase {
  group: 'good' | 'with a place' | 'wrong' | 'disguised' | 'hostile';
  what: string;
  content: () => Buffer | Promise<Buffer>;
  /** Its type if it is accepted, else status and code. */
  expected: string;
}

const UNKNOWN = '415 UNSUPPORTED_FILE_TYPE';
const LARGE = '413 PAYLOAD_TOO_LARGE';
/** Texts that no served file contains. */
export const EVIL = /script|alert|evil|onload|foreignObject|iframe|javascript|@import|ENTITY/i;

const latin = (text: string) => Buffer.from(text, 'latin1');
const svg = (inside: string, attributes = '') =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" ${attributes}><path d="M0 0h9v9z"/>${inside}</svg>`,
  );
const jpeg = (number: number) => picture(40, 30, number).jpeg().toBuffer();
const png = (number: number) => picture(40, 30, number).png().toBuffer();
const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" photoshop:City="${PLACE}"/></rdf:RDF></x:xmpmeta>`;
/** Of GIF: text in one block. */
const comment = (text: string) =>
  Buffer.concat([Buffer.from([0x21, 0xfe, text.length]), latin(text), Buffer.from([0])]);
const mp3 = (text: string) => latin(`ID3\u0003\0\0\0\0\0\0${text}${'\u00ff\u00fb\u0090\0'.repeat(200)}`);
const hevc = () =>
  Buffer.concat([box('ftyp', latin('heic\0\0\0\0mif1heic')), box('meta', Buffer.alloc(4), box('free', latin(PLACE)))]);

/** Its tables name 1,000,000 frames of 20 bytes. */
const manyFrames = () => {
  const avif = animatedAvif();
  const write = (table: string, at: number, value: number) => avif.writeUInt32BE(value, avif.indexOf(table) + at);
  write('stsz', 8, 20);
  write('stsz', 12, 1_000_000);
  write('stts', 12, 1_000_000);
  write('stsc', 16, 1_000_000);
  return avif;
};

/** After the beginning of a JPEG, or after the header of a PNG. */
const inJpeg = (bytes: Buffer, marker: number, text: string) =>
  Buffer.concat([
    bytes.subarray(0, 2),
    Buffer.from([0xff, marker, 0, text.length + 2]),
    latin(text),
    bytes.subarray(2),
  ]);
const inPng = (bytes: Buffer, ...chunks: Buffer[]) =>
  Buffer.concat([bytes.subarray(0, 33), ...chunks, bytes.subarray(33)]);
const behind = (bytes: Buffer, text: string) => Buffer.concat([bytes, latin(text)]);

/** A row of the table of uploads. */
type Row = [what: string, content: UploadCase['content'], expected: string];

const rows: Record<UploadCase['group'], Row[]> = {
  good: [
    ['JPEG', () => jpeg(1), 'image/jpeg'],
    ['progressive JPEG', () => picture(40, 30, 2).jpeg({ progressive: true }).toBuffer(), 'image/jpeg'],
    ['JPEG in CMYK', () => picture(40, 30, 3).toColourspace('cmyk').jpeg().toBuffer(), 'image/jpeg'],
    ['PNG', () => png(4), 'image/png'],
    ['PNG of 16 bits', () => picture(40, 30, 5).toColourspace('rgb16').png().toBuffer(), 'image/png'],
    ['GIF', () => picture(40, 30, 6).gif().toBuffer(), 'image/gif'],
    ['animated GIF', () => animation('gif'), 'image/gif'],
    ['WebP', () => picture(40, 30, 7).webp().toBuffer(), 'image/webp'],
    ['animated WebP', () => animation('webp'), 'image/webp'],
    ['AVIF', () => picture(40, 30, 8).avif({ effort: 0 }).toBuffer(), 'image/avif'],
    ['SVG', () => svg('<title>A drawing</title>'), 'image/svg+xml'],
    ['SVG in UTF-16', () => Buffer.from(`\uFEFF${svg('<g/>').toString()}`, 'utf16le'), 'image/svg+xml'],
    ['PDF', () => latin('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF'), 'application/pdf'],
    ['MP3', () => mp3(''), 'audio/mpeg'],
    ['M4A', () => movie(false, 'sound'), 'audio/mp4'],
    ['OGG', () => latin(`OggS\0\u0002${'\0'.repeat(20)}\u0001\u001e\u0001vorbis${'\0'.repeat(40)}`), 'audio/ogg'],
    ['MP4', () => movie(true, 'film'), 'video/mp4'],
    ['WebM', () => latin(`\u001a\u0045\u00df\u00a3\u0087\u0042\u0082\u0084webm${'\0'.repeat(40)}`), 'video/webm'],
  ],
  'with a place': [
    ['JPEG with EXIF', () => photo('jpeg', 1, 1), 'image/jpeg'],
    ['JPEG with EXIF that is to be turned', () => photo('jpeg', 6, 2), 'image/jpeg'],
    ['PNG with EXIF', () => photo('png', 1, 3), 'image/png'],
    ['WebP with EXIF', () => photo('webp', 1, 4), 'image/webp'],
    ['AVIF with EXIF', () => photo('avif', 1, 5), 'image/avif'],
    ['JPEG with XMP', () => picture(40, 30, 21).withXmp(xmp).jpeg().toBuffer(), 'image/jpeg'],
    ['PNG with XMP', () => picture(40, 30, 22).withXmp(xmp).png().toBuffer(), 'image/png'],
    ['WebP with XMP', () => picture(40, 30, 23).withXmp(xmp).webp().toBuffer(), 'image/webp'],
    ['animated AVIF with EXIF', animatedAvif, 'image/avif'],
    ['AVIF with XMP', () => picture(40, 30, 24).withXmp(xmp).avif({ effort: 0 }).toBuffer(), 'image/avif'],
    ['JPEG with IPTC', async () => inJpeg(await jpeg(25), 0xed, `Photoshop 3.0\0${PLACE}`), 'image/jpeg'],
    ['JPEG with a comment', async () => inJpeg(await jpeg(26), 0xfe, PLACE), 'image/jpeg'],
    [
      'JPEG with a preview behind it',
      async () => Buffer.concat([await jpeg(27), await photo('jpeg', 1, 6)]),
      'image/jpeg',
    ],
    ['PNG with a text', async () => inPng(await png(28), pngChunk('tEXt', latin(`Location\0${PLACE}`))), 'image/png'],
    ['GIF with a comment', async () => inGif(await picture(40, 30, 29).gif().toBuffer(), PLACE), 'image/gif'],
    ['MP4', () => movie(true), 'video/mp4'],
    ['M4A', () => movie(false), 'audio/mp4'],
    ['HEIC with the name of a JPEG', hevc, UNKNOWN],
    ['SVG with metadata', () => svg(`<metadata>${PLACE}</metadata><!-- ${PLACE} -->`), 'image/svg+xml'],
  ],
  wrong: [
    ['no byte', () => Buffer.alloc(0), UNKNOWN],
    ['one byte', () => Buffer.from([0xff]), UNKNOWN],
    ['text', () => latin('Hello'), UNKNOWN],
    ['TIFF', () => picture(8, 8).tiff().toBuffer(), UNKNOWN],
    [
      'BMP',
      () =>
        latin(`BM\u003a\0\0\0\0\0\0\0\u0036\0\0\0\u0028\0\0\0\u0001\0\0\0\u0001\0\0\0\u0001\0\u0018${'\0'.repeat(30)}`),
      UNKNOWN,
    ],
    ['ICO', () => latin(`\0\0\u0001\0\u0001\0${'\0'.repeat(60)}`), UNKNOWN],
    ['PSD', () => latin(`8BPS\0\u0001${'\0'.repeat(60)}`), UNKNOWN],
    ['JPEG XL', () => latin(`\u00ff\u000a${'\0'.repeat(60)}`), UNKNOWN],
    ['WAV', () => latin(`RIFF\u0024\0\0\0WAVEfmt ${'\0'.repeat(40)}`), UNKNOWN],
    ['FLAC', () => latin(`fLaC${'\0'.repeat(60)}`), UNKNOWN],
    ['AVI', () => latin(`RIFF\u0024\0\0\0AVI LIST${'\0'.repeat(40)}`), UNKNOWN],
    ['QuickTime', () => Buffer.concat([box('ftyp', latin('qt  \0\0\0\0qt  ')), box('moov')]), UNKNOWN],
    ['Matroska', () => latin(`\u001a\u0045\u00df\u00a3\u008b\u0042\u0082\u0088matroska${'\0'.repeat(40)}`), UNKNOWN],
    ['ZIP', () => latin(`PK\u0003\u0004\u0014${'\0'.repeat(40)}`), UNKNOWN],
    ['a program', () => latin('MZ\u0090\0'), UNKNOWN],
    ['a shell script', () => latin('#!/bin/sh\necho evil'), UNKNOWN],
    ['XML', () => latin('<?xml version="1.0"?><rss/>'), UNKNOWN],
    ['compressed SVG', () => gzipSync(svg('')), UNKNOWN],
    ['JPEG that ends early', async () => (await picture(400, 400, 5).jpeg().toBuffer()).subarray(0, 900), UNKNOWN],
    ['PNG that ends early', async () => (await picture(400, 400, 5).png().toBuffer()).subarray(0, 300), UNKNOWN],
    ['GIF that ends early', async () => (await animation('gif')).subarray(0, 400), UNKNOWN],
    ['WebP that ends early', async () => (await picture(400, 400, 5).webp().toBuffer()).subarray(0, 60), UNKNOWN],
    ['AVIF that ends early', async () => (await photo('avif', 1, 9)).subarray(0, 500), UNKNOWN],
    ['animated AVIF that ends early', () => animatedAvif().subarray(0, 1280), UNKNOWN],
    ['MP4 that ends early', () => movie().subarray(0, 200), UNKNOWN],
    ['the first half of a photo', async () => half(await photo('jpeg', 1, 8)), UNKNOWN],
  ],
  disguised: [
    ['a page with the name of an image', () => latin('<!doctype html><script>alert(1)</script>'), UNKNOWN],
    ['a page that begins like a GIF', () => latin('GIF89a/*<html>*/=1;alert(1)//'), UNKNOWN],
    ['a page that begins like a JPEG', () => latin('\u00ff\u00d8\u00ff\u00e0<html><script>alert(1)</script>'), UNKNOWN],
    ['a page that holds an SVG', () => latin('<html><svg></svg><script>alert(1)</script></html>'), UNKNOWN],
    ['a PDF behind a page', () => latin('<script>alert(1)</script>\n%PDF-1.7\n'), UNKNOWN],
    ['JPEG and page at once', async () => behind(await jpeg(41), '<script>alert(1)</script>'), 'image/jpeg'],
    [
      'JPEG with a page as comment',
      async () => inJpeg(await jpeg(42), 0xfe, '<script>alert(1)</script>'),
      'image/jpeg',
    ],
    ['PNG and page at once', async () => behind(await png(43), '<script>alert(1)</script>'), 'image/png'],
    ['PNG and ZIP at once', async () => behind(await png(44), 'PK\u0003\u0004evil'), 'image/png'],
    [
      'GIF and script at once',
      async () => behind(await picture(40, 30, 45).gif().toBuffer(), '*/=1;alert(1)//'),
      'image/gif',
    ],
    [
      'WebP and page at once',
      async () => behind(await picture(40, 30, 46).webp().toBuffer(), '<script>evil()'),
      'image/webp',
    ],
  ],
  hostile: [
    ['PNG that claims 100 megapixels', () => claiming(10_000, 10_000), LARGE],
    ['PNG of 100 megapixels in 12 KB', () => blackPng(10_000, 10_000), LARGE],
    ['PNG that claims 4,000 megapixels', () => claiming(65_000, 65_000), LARGE],
    ['PNG that claims 54 megapixels without data', () => claiming(6000, 9000), UNKNOWN],
    ['animated AVIF that claims 1,000,000 frames', manyFrames, LARGE],
    ['PNG of 1 × 1,000,000', () => blackPng(1, 1_000_000), 'image/png'],
    [
      'GIF that claims 4,000 megapixels',
      () => latin(`GIF89a\u00ff\u00ff\u00ff\u00ff\0\0\0,\0\0\0\0\u00ff\u00ff\u00ff\u00ff\0\u0002\u0001\0\0;`),
      LARGE,
    ],
    ['PNG with a text that unpacks to 64 MB', async () => inPng(await png(51), bomb()), 'image/png'],
    [
      'PNG with a chunk longer than the file',
      async () => inPng(await png(52), latin('\u007f\u00ff\u00ff\u00fftEXtx')),
      UNKNOWN,
    ],
    ['MP4 with boxes of no length', () => Buffer.concat([movie(true, 'x'), Buffer.alloc(64)]), 'video/mp4'],
    ['MP4 with a box longer than the file', () => behind(movie(true, 'y'), '\u007f\u00ff\u00ff\u00ffmdat'), UNKNOWN],
    [
      'SVG with scripts',
      () => svg('<script>alert(1)</script><script href="http://evil/x.js"/>', 'onload="alert(1)"'),
      'image/svg+xml',
    ],
    [
      'SVG with a page inside',
      () => svg('<foreignObject><iframe src="http://evil"/></foreignObject>'),
      'image/svg+xml',
    ],
    [
      'SVG that uses another file',
      () => svg('<use href="http://evil/x.svg#a"/><image href="http://evil/x.png"/>'),
      'image/svg+xml',
    ],
    [
      'SVG that imports styles',
      () => svg('<style>@import "http://evil/x.css";</style><g style="fill:url(http://evil)"/>'),
      'image/svg+xml',
    ],
    ['SVG with links that run', () => svg('<a href="java&#10;script:alert(1)"><text>x</text></a>'), 'image/svg+xml'],
    ['SVG that animates a link', () => svg('<set attributeName="href" to="javascript:alert(1)"/>'), 'image/svg+xml'],
    [
      'SVG with entities that grow',
      () =>
        Buffer.from(
          `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "evil"><!ENTITY b "&a;&a;&a;&a;">]>${svg('<text>&b;</text>').toString()}`,
        ),
      'image/svg+xml',
    ],
    [
      'SVG with an entity of 200 letters, 20,000 times',
      () => Buffer.from(`<!DOCTYPE svg [<!ENTITY a "${'a'.repeat(200)}">]>${svg('&a;'.repeat(20_000)).toString()}`),
      UNKNOWN,
    ],
    [
      'SVG that reads a file',
      () =>
        Buffer.from(
          `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>${svg('<text>&a;</text>').toString()}`,
        ),
      'image/svg+xml',
    ],
    ['SVG of 4,000,000 elements', () => svg('<g/>'.repeat(4_000_000)), LARGE],
    ['SVG of 50,000 nested groups', () => svg('<g>'.repeat(50_000)), UNKNOWN],
    [
      'SVG of 5,000 rules for 20,000 elements',
      () => svg(`<style>${'*{fill:red}'.repeat(5000)}</style>${'<g/>'.repeat(20_000)}`),
      UNKNOWN,
    ],
    [
      'SVG with selectors that try every way',
      () => svg(`<style>#z g g g g path{fill:red}</style>${'<g>'.repeat(400)}<path d="M0 0"/>`),
      UNKNOWN,
    ],
    ['SVG with comments without end', () => svg(`<style>${'/* '.repeat(300_000)}</style>`), 'image/svg+xml'],
    ['SVG that is not UTF-8', () => Buffer.concat([svg('<text>'), Buffer.from([0xff, 0xfe, 0xc0])]), UNKNOWN],
  ],
};

/** The table of uploads: every kind of file, and everything that goes wrong with one. */
export const uploadCases: readonly UploadCase[] = Object.entries(rows).flatMap(([group, of]) =>
  of.map(([what, content, expected]) => ({ group: group as UploadCase['group'], what, content, expected })),
);

function inGif(gif: Buffer, text: string): Buffer {
  const start = 13 + 3 * 2 ** ((gif.readUInt8(10) & 7) + 1);
  return Buffer.concat([gif.subarray(0, start), comment(text), gif.subarray(start)]);
}

function bomb(): Buffer {
  return pngChunk('zTXt', Buffer.concat([latin('Comment\0\0'), deflateSync(Buffer.alloc(64 * 1024 * 1024))]));
}

function half(bytes: Buffer): Buffer {
  return bytes.subarray(0, bytes.length >> 1);
}
