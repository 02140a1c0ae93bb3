/**
 * The number of random inputs of a property: as many as `npm test` can afford, or ten times as many with
 * OCTAVO_MORE_RUNS=1 (`npm run test:random`).
 *
 * @param few what usually suffices, beside examples that always run
 */
export function runs(few: number): { numRuns: number } {
  return { numRuns: hasMore() ? few * 10 : few };
}

/** Every fifth of many real inputs, or all of them with OCTAVO_MORE_RUNS=1. */
export function everyFifth<Input>(inputs: readonly Input[]): readonly Input[] {
  return hasMore() ? inputs : inputs.filter((_, at) => at % 5 === 0);
}

function hasMore(): boolean {
  return process.env['OCTAVO_MORE_RUNS'] === '1';
}
