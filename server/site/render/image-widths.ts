// The widths of images in the layout of the site, for `sizes`: client/site/styles/names.css, layout.css and images.css.

/** The width of the column of text in CSS pixels, on screens that have it. */
const COLUMN = 640;
const IN_COLUMN = 'calc(100vw - 2.5rem)';
const WIDE = '(min-width: 42.5rem)';
const HALF = 'calc(50vw - 1.625rem)';

/**
 * The `sizes` of an image in a text.
 *
 * @param classes those of the renderer
 * @param width in CSS pixels, which it does not exceed
 */
export function sizesInText(classes: string, width: number): string {
  if (classes.includes('half')) return `${WIDE} 19.625rem, ${HALF}`;
  if (classes.includes('third')) return `${WIDE} 12.9rem, (min-width: 34rem) calc(33.4vw - 1.3rem), ${HALF}`;
  if (classes.includes('small')) return `${WIDE} 20rem, calc(50vw - 1.25rem)`;
  if (classes.includes('wide')) return `(min-width: 66.5rem) 64rem, ${IN_COLUMN}`;
  if (classes.includes('full')) return IN_COLUMN;
  return width < COLUMN ? `min(${width}px, ${IN_COLUMN})` : `${WIDE} 40rem, ${IN_COLUMN}`;
}

/** The `sizes` of an image in a row of a gallery. @param share of its width, in percent */
export function sizesInRow(share: number): string {
  return `${WIDE} ${(0.4 * share).toFixed(1)}rem, ${share}vw`;
}

/** The `sizes` of a cover, which fills its frame: the sides of a panorama are cropped. */
export function sizesOfCover({ width, height }: { width: number; height: number }): string {
  const factor = Math.max(1, width / height / (COVER.width / COVER.height)).toFixed(2);
  return factor === '1.00'
    ? sizesInText('', Infinity)
    : `${WIDE} calc(${factor} * 40rem), calc(${factor} * (100vw - 2.5rem))`;
}

/** The aspect ratio of covers on the site. */
export const COVER = { width: 1200, height: 630 };
