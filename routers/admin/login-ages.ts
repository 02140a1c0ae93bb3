import type { Clock } from '../clock.ts';
import type { Try } from './login-tiers.ts';

/** A row of the ledger as it is stored. */
interface Row {
  key: number;
  address: string | null;
  subnet: string;
  /** When it was written, by the wall clock of the process that wrote it (ISO 8601). */
  at: string;
}

/** A row with the time at which it was written on this process's monotonic clock. */
export interface Aged extends Try {
  key: number;
}

/**
 * Converts the wall times of stored rows to this process's monotonic clock. A row is converted once, when this process
 * first sees it; its age then grows with the monotonic clock, whatever the wall clock does. A time that is yet to come
 * counts as now.
 *
 * @returns converts all rows of a table; rows that are not among them are forgotten
 */
export function createAges(clock: Clock): (rows: readonly Row[]) => Aged[] {
  let known = new Map<number, number>();

  return (rows) => {
    const age = ({ at }: Row) => Math.max(0, clock.now() - Date.parse(at));
    const aged = rows.map((row) => ({ ...row, at: known.get(row.key) ?? clock.monotonic() - age(row) }));
    known = new Map(aged.map(({ key, at }) => [key, at]));
    return aged;
  };
}
