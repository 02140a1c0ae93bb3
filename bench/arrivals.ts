/** Of messages that were sent by a service that was killed again and again. */
export interface Arrivals {
  expected: number;
  /** How many never arrived. */
  lost: number;
  /** How many arrived more than once, and how many of these under different ids. */
  repeated: number;
  different: number;
}

/** @param ids for each message that was expected: the ids under which it arrived */
export function countArrivals(ids: readonly (readonly string[])[]): Arrivals {
  return {
    expected: ids.length,
    lost: ids.filter((one) => one.length === 0).length,
    repeated: ids.filter((one) => one.length > 1).length,
    different: ids.filter((one) => new Set(one).size > 1).length,
  };
}

/** The columns of a table of arrivals, and a row of it. */
export const arrivalsHead = ['expected', 'lost', 'more than once', 'of these with another id'];

export function arrivalsRow({ expected, lost, repeated, different }: Arrivals): string[] {
  return [expected, lost, repeated, different].map(String);
}
