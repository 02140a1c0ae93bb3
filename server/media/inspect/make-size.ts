import { sharp, MAX_PIXELS } from './raster.ts';
import type { SizeTask } from './messages.ts';

/** Makes a smaller version of an image. Animations stay animated. */
export async function makeSize({ file, output, width, isIcon = false }: SizeTask): Promise<null> {
  if (isIcon) return makeIcon(file, output, width);
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
