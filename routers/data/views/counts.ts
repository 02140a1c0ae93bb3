import type { ViewKind } from '../../../entities/view-statistics.ts';
import { FREE_KINDS, OTHER, type CountedPage, type Visit } from './visit.ts';

/** The most values of a kind in memory. */
const MOST_VALUES = 1000;

/** Views that were counted since the last write, of the site or of one post. */
export interface ViewCounts {
  kinds: Map<ViewKind, Map<string, number>>;
  /** Registers of visitors (`sketch.ts`). */
  registers: Set<number>;
}

/** The counts of a day: of posts by their keys, of the whole site by `SITE`. */
export type DayCounts = Map<number, ViewCounts>;

/** No post has this key. */
export const SITE = 0;

export function countVisit(day: DayCounts, key: number, visit: Visit, page?: CountedPage): void {
  const counts = countsIn(day, key);
  const { referrer, source, country, device } = visit;
  bump(counts, 'device', device);
  if (page !== undefined) bump(counts, 'page', page);
  if (referrer !== null) bump(counts, 'referrer', referrer);
  if (source !== null) bump(counts, 'source', source);
  if (country !== null) bump(counts, 'country', country);
  if (visit.register !== null) counts.registers.add(visit.register);
}

/** Adds counts that could not be written. */
export function addCounts(day: DayCounts, key: number, { kinds, registers }: ViewCounts): void {
  const counts = countsIn(day, key);
  for (const [kind, values] of kinds) for (const [value, views] of values) bump(counts, kind, value, views);
  for (const register of registers) counts.registers.add(register);
}

/**
 * The counts of a kind, those of new values above a limit as `other`.
 *
 * @param known the stored values
 * @param most how many there may be
 */
export function limitValues(
  values: ReadonlyMap<string, number>,
  known: ReadonlySet<string>,
  most: number,
): Map<string, number> {
  const limited = new Map<string, number>();
  let room = most - known.size;
  for (const [value, views] of values) {
    const isStored = known.has(value) || value === OTHER || room-- > 0;
    const as = isStored ? value : OTHER;
    limited.set(as, (limited.get(as) ?? 0) + views);
  }
  return limited;
}

export function isFree(kind: ViewKind): boolean {
  return FREE_KINDS.some((free) => free === kind);
}

function countsIn(day: DayCounts, key: number): ViewCounts {
  const known = day.get(key);
  if (known) return known;
  const counts: ViewCounts = { kinds: new Map(), registers: new Set() };
  day.set(key, counts);
  return counts;
}

function bump({ kinds }: ViewCounts, kind: ViewKind, value: string, by = 1): void {
  const values = kinds.get(kind);
  if (!values) {
    kinds.set(kind, new Map([[value, by]]));
    return;
  }
  const before = values.get(value);
  if (before !== undefined || values.size < MOST_VALUES) values.set(value, (before ?? 0) + by);
  else values.set(OTHER, (values.get(OTHER) ?? 0) + by);
}
