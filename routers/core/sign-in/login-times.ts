import type { Clock } from '../../base/clock.ts';
import type { LoginAttemptRecord } from './login-tiers.ts';

/** A stored row. */
interface Row {
  key: number;
  address: string | null;
  subnet: string;
  /** When it was written, by the wall clock of the process that wrote it (ISO 8601). */
  at: string;
}

/** A row with the time at which it was written on this process's monotonic clock. */
export interface StoredAttempt extends LoginAttemptRecord {
  key: number;
}

/**
 * Converts the wall times of stored rows to this process's monotonic clock. A row is converted once, when this process
 * first sees it; its age then grows with the monotonic clock, independent of the wall clock. A time in the future
 * counts as now.
 *
 * @returns a function that takes all rows of a table, and discards the times of rows that are gone
 */
export function createTimeConverter(clock: Clock): (rows: readonly Row[]) => StoredAttempt[] {
  let known = new Map<number, number>();

  return (rows) => {
    const age = ({ at }: Row) => Math.max(0, clock.now() - Date.parse(at));
    const aged = rows.map((row) => ({ ...row, at: known.get(row.key) ?? clock.monotonic() - age(row) }));
    known = new Map(aged.map(({ key, at }) => [key, at]));
    return aged;
  };
}
