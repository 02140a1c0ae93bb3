import { Damaged } from './damaged.ts';
import { stripGif } from './gif.ts';
import { stripJpeg } from './jpeg.ts';
import { stripPng } from './png.ts';
import { stripWebp } from './webp.ts';

const strippers = { jpg: stripJpeg, png: stripPng, gif: stripGif, webp: stripWebp };

/**
 * Removes from an image what is not needed to show it: EXIF, GPS, XMP, IPTC, comments, previews, and everything that
 * follows its end. The image itself stays as it is, bit for bit.
 *
 * @throws Damaged
 */
export function stripImage(extension: keyof typeof strippers, bytes: Buffer): Buffer {
  try {
    return strippers[extension](bytes);
  } catch (error) {
    // A read beyond the end.
    if (error instanceof RangeError) throw new Damaged('The file ends too early.');
    throw error;
  }
}

export function isStrippable(extension: string): extension is keyof typeof strippers {
  return Object.hasOwn(strippers, extension);
}
