import type { MailPicture } from '../../../../routers/core/mail-texts.ts';

/** The width of the content of mails in CSS pixels. */
export const CONTENT_WIDTH = 600;

/** A picture as pages show it. */
export interface PagePicture {
  src: string;
  /** In pixels; NaN where it is not known. */
  width: number;
  height: number;
  srcset?: string;
}

/** What no or few mail clients show. */
const UNUSUAL = /\.(?:svgz?|avif)(?:[?#]|$)/i;
const WEBP = /\.webp(?:[?#]|$)/i;
const FOR_OUTLOOK = /\.(?:jpe?g|png|gif)(?:[?#]|$)/i;

/**
 * Chooses the versions of a picture for screens with one and with two pixels in one CSS pixel.
 *
 * @param most the maximum width in CSS pixels
 * @returns null if its size is not known, without which a mail client cannot keep its proportions, or if none shows it
 */
export function mailPicture(
  { src, width, height, srcset = '' }: PagePicture,
  most = CONTENT_WIDTH,
): MailPicture | null {
  if (!(width > 0 && height > 0)) return null;
  const versions = versionsIn(srcset);
  const widest = versions.at(-1);
  if (!widest && UNUSUAL.test(src)) return null;
  const shown = Math.min(most, width);
  const size = { width: shown, height: Math.max(1, Math.round((height * shown) / width)) };
  if (!widest) return { src, ...size };
  const atLeast = (pixels: number) => (versions.find((version) => version.width >= pixels) ?? widest).url;
  const [once, twice] = [atLeast(shown), atLeast(2 * shown)];
  return {
    src: twice,
    ...(once !== twice && { srcset: `${once} 1x, ${twice} 2x` }),
    ...size,
    ...(WEBP.test(twice) && FOR_OUTLOOK.test(src) && { original: src }),
  };
}

/** The versions of an upload, the narrowest first. The original is among them unless it is wider than the widest. */
function versionsIn(srcset: string): { url: string; width: number }[] {
  const versions = srcset.split(',').map((version) => {
    const [url = '', width = ''] = version.trim().split(' ');
    return { url, width: Number.parseInt(width, 10) };
  });
  return versions.filter(({ url, width }) => width > 0 && !UNUSUAL.test(url)).toSorted((a, b) => a.width - b.width);
}
