/**
 * The PNG and JPEG pictures of a text in Rich Text Format, in order. Word and LibreOffice put them only there: their
 * HTML names files that the browser cannot read. Each is `{\pict … \pngblip … hexadecimal digits}` (Rich Text Format
 * Specification 1.9.1, "Pictures").
 */
export function picturesOfRtf(rtf: string): File[] {
  const files: File[] = [];
  for (let at = rtf.indexOf(PICT); at >= 0; at = rtf.indexOf(PICT, at + PICT.length)) {
    const group = groupAt(rtf, at);
    const [, kind] = /\\(png|jpeg)blip/.exec(group) ?? [];
    const digits = /(?<![\da-fA-F\s])([\da-fA-F\s]{16,})\}$/.exec(group)?.[1]?.replace(/\s+/g, '') ?? '';
    if (kind && digits.length % 2 === 0 && digits !== '')
      files.push(new File([decodeHex(digits)], `image.${kind}`, { type: `image/${kind}` }));
  }
  return files;
}

const PICT = '{\\pict';

/** The text up to the brace that closes the group. */
function groupAt(rtf: string, from: number): string {
  let depth = 0;
  for (let at = from; at < rtf.length; at++) {
    const sign = rtf[at];
    if (sign === '{') depth += 1;
    else if (sign === '}' && --depth === 0) return rtf.slice(from, at + 1);
  }
  return '';
}

function decodeHex(digits: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(digits.length / 2);
  for (let at = 0; at < bytes.length; at++) bytes[at] = Number.parseInt(digits.slice(at * 2, at * 2 + 2), 16);
  return bytes;
}
