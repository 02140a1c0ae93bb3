import type { ImageSize } from '../../../shared/image-size.ts';

/** CSS pixels: in so wide a box, pictures that fill what there is show their shape. */
const WIDE = '2000px';
/** Milliseconds between two looks. */
const STEP = 50;

/**
 * How large the picture at an address is, as a page without bounds would show it. Only its beginning is loaded: most
 * kinds of pictures say their size there.
 *
 * @param patience milliseconds that it may take
 * @returns null when it does not come in time, or is no picture
 */
export async function measure(address: string, patience = 20_000): Promise<ImageSize | null> {
  const image = new Image();
  // The address of the administrator's app is nobody else's business.
  image.referrerPolicy = 'no-referrer';
  image.src = address;
  Object.assign(image.style, { display: 'block', width: 'auto', height: 'auto', maxWidth: 'none' });
  const box = hiddenBox();
  box.append(image);
  document.body.append(box);
  try {
    const end = performance.now() + patience;
    while (image.naturalWidth === 0 && !image.complete && performance.now() < end) await pause();
    const { naturalWidth, offsetWidth: width, offsetHeight: height } = image;
    return naturalWidth > 0 && width > 0 && height > 0 ? { width, height } : null;
  } finally {
    image.removeAttribute('src');
    box.remove();
  }
}

function hiddenBox(): HTMLElement {
  const box = document.createElement('div');
  box.setAttribute('aria-hidden', 'true');
  Object.assign(box.style, { position: 'fixed', visibility: 'hidden', width: WIDE, height: '0', overflow: 'hidden' });
  return box;
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, STEP));
}
