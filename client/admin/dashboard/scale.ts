/**
 * The ticks of an axis from 0 to the next round number: 0, 15, 30 for 28.
 *
 * @param most the maximum value, an integer
 */
export function scaleFor(most: number): number[] {
  if (most <= 1) return [0, 1];
  const size = 10 ** Math.floor(Math.log10(most));
  const top = [1, 2, 3, 4, 5, 6, 8, 10].map((times) => times * size).find((round) => round >= most)!;
  return [0, top / 2, top].filter(Number.isInteger);
}
