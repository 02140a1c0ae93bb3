import { ok, problem, warning, type Finding } from './finding.ts';

/** A time before this version: no correct clock shows an earlier one. */
const EARLIEST = Date.parse('2026-01-01T00:00:00Z');
/** The tolerated difference between two clocks. */
const TOLERANCE_MS = 2_000;

/** Checks whether the clock of this machine is plausible. */
export function examineClock(): Finding[] {
  const now = Date.now();
  const shown = new Date(now).toISOString();
  return [
    now < EARLIEST
      ? problem('clock', `It shows ${shown}, which is in the past; set it, preferably by NTP.`)
      : ok('clock', `It shows ${shown}.`),
  ];
}

/**
 * Compares with another machine's clock.
 *
 * @param about the owner of the clock, such as `Redis`
 * @param theirs milliseconds since 1970
 */
export function compareClocks(about: string, theirs: number): Finding[] {
  const seconds = Math.abs(Date.now() - theirs) / 1000;
  if (seconds * 1000 <= TOLERANCE_MS) return [];
  return [warning(about, `Its clock and that of this machine differ by ${seconds.toFixed(0)} s; set both by NTP.`)];
}

/**
 * Checks whether anything has a date in the future.
 *
 * @param newest when the newest post or comment was written (ISO 8601); null when there is none
 */
export function compareWithNewest(newest: string | null): Finding[] {
  if (newest === null || Date.parse(newest) <= Date.now() + TOLERANCE_MS) return [];
  return [warning('clock', `The newest post or comment is dated ${newest}, which is in the future; check the clock.`)];
}
