import { readFile } from 'node:fs/promises';
import type { Metadata, Sharp } from 'sharp';

import type { EditTask } from './messages.ts';
import { isAnimatedPng } from './png.ts';
import { MAX_PIXELS, sharp } from './raster.ts';
import { Unsuitable } from './unsuitable.ts';

/** As much as the image that is turned upright, which nobody tells from the original. */
const QUALITY = 90;
/** AVIF looks the same with less. */
const AVIF_QUALITY = 70;

/** A part of an image in pixels. */
interface Region {
  left: number;
  top: number;
  width: number;
  height: number;
}

/**
 * Crops an image, and then turns it. The result has the format of the original; an animated WebP stays animated.
 *
 * @throws Unsuitable for an animation that would stand still
 */
export async function editImage({ file, output, crop, rotate }: EditTask): Promise<null> {
  await requireEditable(file);
  const facts = await sharp(file, { animated: true, limitInputPixels: MAX_PIXELS }).metadata();
  const region = crop && regionOf(crop, facts.width, facts.pageHeight ?? facts.height);
  const isTurned = rotate % 180 !== 0;
  const edited = (facts.pages ?? 1) > 1 && isTurned ? await turnFrames(file, facts, region, rotate) : still();
  await encode(edited, facts).toFile(output);
  return null;

  function still(): Sharp {
    return turn(part(sharp(file, { animated: true, limitInputPixels: MAX_PIXELS }), region), rotate);
  }
}

/** sharp reads only the first frame of these, or none. */
async function requireEditable(file: string): Promise<void> {
  const bytes = await readFile(file);
  const isSequence = bytes.toString('latin1', 4, 12) === 'ftypavis';
  const isPng = bytes.toString('latin1', 1, 4) === 'PNG';
  if (!isSequence && !(isPng && isAnimatedPng(bytes))) return;
  throw new Unsuitable('An animated PNG or AVIF cannot be cropped or turned.');
}

function regionOf(
  { x, y, width, height }: NonNullable<EditTask['crop']>,
  fullWidth: number,
  fullHeight: number,
): Region {
  const left = Math.min(Math.round(x * fullWidth), fullWidth - 1);
  const top = Math.min(Math.round(y * fullHeight), fullHeight - 1);
  const right = Math.min(Math.max(Math.round((x + width) * fullWidth), left + 1), fullWidth);
  const bottom = Math.min(Math.max(Math.round((y + height) * fullHeight), top + 1), fullHeight);
  return { left, top, width: right - left, height: bottom - top };
}

function part(image: Sharp, region: Region | undefined): Sharp {
  return region ? image.extract(region) : image;
}

function turn(image: Sharp, degrees: number): Sharp {
  return degrees === 0 ? image : image.rotate(degrees);
}

/** sharp turns only single frames by a quarter. */
async function turnFrames(file: string, facts: Metadata, region: Region | undefined, rotate: number): Promise<Sharp> {
  const frames: Buffer[] = [];
  for (let page = 0; page < facts.pages!; page++) {
    const frame = sharp(file, { page, limitInputPixels: MAX_PIXELS });
    frames.push(await turn(part(frame, region), rotate).png({ compressionLevel: 1 }).toBuffer());
  }
  return sharp(frames, { join: { animated: true }, limitInputPixels: MAX_PIXELS });
}

function encode(image: Sharp, { format, delay, loop, hasAlpha }: Metadata): Sharp {
  const profiled = image.keepIccProfile();
  if (format === 'jpeg') return profiled.jpeg({ quality: QUALITY });
  if (format === 'png') return profiled.png();
  if (format === 'heif') return profiled.avif({ quality: AVIF_QUALITY, effort: 2 });
  const alphaQuality = hasAlpha ? { alphaQuality: 100 } : {};
  return profiled.webp({
    quality: QUALITY,
    ...alphaQuality,
    ...(delay && { delay }),
    ...(loop !== undefined && { loop }),
  });
}
