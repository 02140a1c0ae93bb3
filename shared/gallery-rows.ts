/** The height in CSS pixels that a row of a gallery has at best, in the column of text. */
const BEST_HEIGHT = 230;
const COLUMN = 640;
const MOST_IN_ROW = 4;
/** The narrowest image, in percent of its row. */
const LEAST_SHARE = 10;

/**
 * Divides the images of a gallery into rows of one height each, which are as equal as possible and leave none over.
 *
 * @param ratios width by height of each image
 * @returns the width of each image in percent of its row; those of a row are 100 together
 */
export function sharesInRows(ratios: readonly number[]): number[] {
  // The cost of the best rows of the first images, and the number of images in the last one of these.
  const best: { cost: number; last: number }[] = [{ cost: 0, last: 0 }];
  for (let end = 1; end <= ratios.length; end++) {
    const options = Array.from({ length: Math.min(MOST_IN_ROW, end) }, (_, at) => at + 1).map((last) => ({
      cost: best[end - last]!.cost + costOf(ratios.slice(end - last, end)),
      last,
    }));
    best.push(options.reduce((one, other) => (other.cost < one.cost ? other : one)));
  }
  const rows: number[][] = [];
  for (let end = ratios.length; end > 0; end -= best[end]!.last) {
    rows.unshift(sharesOf(ratios.slice(end - best[end]!.last, end)));
  }
  return rows.flat();
}

/**
 * The classes by which style sheets know the share of an image in its row: the Content Security Policy allows no style in a
 * page.
 */
export function shareClasses(share: number): string {
  return `share tens-${Math.floor(share / 10)} units-${share % 10}`;
}

/** How far its height is from the best one, by factor. */
function costOf(row: readonly number[]): number {
  return Math.log(COLUMN / sum(row) / BEST_HEIGHT) ** 2;
}

function sharesOf(row: readonly number[]): number[] {
  const all = sum(row);
  const shares = row.map((ratio) => Math.max(LEAST_SHARE, Math.round((ratio / all) * 100)));
  const widest = shares.indexOf(Math.max(...shares));
  return shares.map((share, at) => (at === widest ? share + 100 - sum(shares) : share));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}
