import { sharp, MAX_PIXELS } from './raster.ts';
import type { SizeTask } from './messages.ts';

/** Makes a smaller version of an image. Animations stay animated. */
export async function makeSize({ file, output, width, isIcon = false, crop }: SizeTask): Promise<null> {
  if (isIcon) return makeIcon(file, output, width);
  if (crop) return makeJpeg(file, output, { width, ...crop });
  await sharp(file, { animated: true, limitInputPixels: MAX_PIXELS })
    .autoOrient()
    .resize({ width })
    .webp({ quality: 80, effort: 2 })
    .toFile(output);
  return null;
}

async function makeIcon(file: string, output: string, size: number): Promise<null> {
  const background = { r: 0, g: 0, b: 0, alpha: 0 };
  await sharp(file, { limitInputPixels: MAX_PIXELS })
    .autoOrient()
    .resize({ width: size, height: size, fit: 'contain', background })
    .png()
    .toFile(output);
  return null;
}

/** The first frame, on white where it is transparent. Smaller images are enlarged. */
async function makeJpeg(
  file: string,
  output: string,
  { width, height, focus }: { width: number; height: number; focus: { x: number; y: number } },
): Promise<null> {
  const { autoOrient } = await sharp(file, { limitInputPixels: MAX_PIXELS }).metadata();
  await sharp(file, { limitInputPixels: MAX_PIXELS })
    .autoOrient()
    .extract(regionOf(autoOrient, width / height, focus))
    .resize({ width, height, fit: 'fill' })
    .flatten({ background: '#fff' })
    .jpeg({ quality: 82 })
    .toFile(output);
  return null;
}

/** The largest part of an image with these proportions, as near to the point as it can be. */
function regionOf(image: { width: number; height: number }, ratio: number, focus: { x: number; y: number }) {
  const width = Math.max(1, Math.min(image.width, Math.round(image.height * ratio)));
  const height = Math.max(1, Math.min(image.height, Math.round(image.width / ratio)));
  const start = (all: number, part: number, at: number) =>
    Math.min(all - part, Math.max(0, Math.round(all * at - part / 2)));
  return { left: start(image.width, width, focus.x), top: start(image.height, height, focus.y), width, height };
}
