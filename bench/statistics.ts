/** The middle of some figures; the mean of the two middle ones when they are even in number. */
export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The figure below which this share (0 to 1) of sorted figures lies. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** How much `y` grows with each unit of `x`: the slope of the straight line with the least squares. */
export function slope(points: readonly { x: number; y: number }[]): number {
  const mean = (figures: readonly number[]) => figures.reduce((sum, figure) => sum + figure, 0) / figures.length;
  const x = mean(points.map((point) => point.x));
  const y = mean(points.map((point) => point.y));
  return mean(points.map((point) => (point.x - x) * (point.y - y))) / mean(points.map((point) => (point.x - x) ** 2));
}
