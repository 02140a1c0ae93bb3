import library from 'sharp';

import { WIDTHS } from '../../../routers/data/files/size-paths.ts';

/** The maximum number of pixels of an image, all frames of an animation together. */
export const MAX_PIXELS = 60e6;
/** The longest side of a WebP. */
const WEBP_SIDE = 16_383;

library.concurrency(1);
library.cache(false);
// Only the unblocked formats can be read, whatever format a file claims to have.
library.block({ operation: ['VipsForeignLoad'] });
library.unblock({ operation: ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Heif'].map((name) => `VipsForeignLoad${name}`) });

/** sharp, which reads the formats of uploads and nothing else. */
export const sharp = library;

/** The widths of the smaller versions that an image gets: those below its own that a WebP can have. */
export function widthsBelow(width: number, height: number): number[] {
  return WIDTHS.filter((one) => one < width && Math.round((height * one) / width) <= WEBP_SIDE);
}
