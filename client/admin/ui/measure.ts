import type { ImageSize } from '../../../shared/image-size.ts';

/** The width of the measuring box in CSS pixels, for images without an intrinsic size. */
const BOX_WIDTH = '2000px';
/** The polling interval. */
const POLL_INTERVAL_MS = 50;

/**
 * Measures the intrinsic size of an image. Most formats have it at the beginning, so that loading can be aborted.
 *
 * @param timeoutMs the timeout
 * @returns null after the timeout, or if it is not an image
 */
export async function measure(url: string, timeoutMs = 20_000): Promise<ImageSize | null> {
  const image = new Image();
  // Does not disclose the URL of the administrator's app.
  image.referrerPolicy = 'no-referrer';
  image.src = url;
  Object.assign(image.style, { display: 'block', width: 'auto', height: 'auto', maxWidth: 'none' });
  const box = hiddenBox();
  box.append(image);
  document.body.append(box);
  try {
    const end = performance.now() + timeoutMs;
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
  Object.assign(box.style, {
    position: 'fixed',
    visibility: 'hidden',
    width: BOX_WIDTH,
    height: '0',
    overflow: 'hidden',
  });
  return box;
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
}
