import type { PictureSize } from '../../picture-size.ts';

/** How large the picture at an address is; null when it does not come, or has no size of its own. */
export async function measure(address: string): Promise<PictureSize | null> {
  const image = new Image();
  // The address of the administrator's app is nobody else's business.
  image.referrerPolicy = 'no-referrer';
  image.src = address;
  await image.decode().catch(() => undefined);
  return image.naturalWidth > 0 && image.naturalHeight > 0
    ? { width: image.naturalWidth, height: image.naturalHeight }
    : null;
}
