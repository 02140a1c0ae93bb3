/**
 * The number of random inputs of a property: as many as `npm test` can afford, or ten times as many with
 * OCTAVO_MORE_RUNS=1 (`npm run test:random`).
 *
 * @param few what usually suffices, beside examples that always run
 */
export function runs(few: number): { numRuns: number } {
  return { numRuns: process.env['OCTAVO_MORE_RUNS'] === '1' ? few * 10 : few };
}
