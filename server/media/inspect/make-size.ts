import { sharp, MAX_PIXELS } from './raster.ts';
import type { SizeTask } from './messages.ts';

/** Makes a smaller version of an image. Animations stay animated. */
export async function makeSize({ file, output, width }: SizeTask): Promise<null> {
  await sharp(file, { animated: true, limitInputPixels: MAX_PIXELS })
    .autoOrient()
    .resize({ width })
    .webp({ quality: 80, effort: 2 })
    .toFile(output);
  return null;
}
