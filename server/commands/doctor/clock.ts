import { ok, problem, warning, type Finding } from './finding.ts';

/** When this was written: no clock that is right shows an earlier time. */
const WRITTEN = Date.parse('2026-01-01T00:00:00Z');
/** Milliseconds by which two clocks may differ: the seconds of limits and of scheduled posts depend on them. */
const MAY_DIFFER = 2_000;

/** Whether the clock of this machine can be right at all. */
export function examineClock(): Finding[] {
  const now = Date.now();
  const shown = new Date(now).toISOString();
  return [
    now < WRITTEN
      ? problem('clock', `It shows ${shown}, which is over; set it, best by NTP.`)
      : ok('clock', `It shows ${shown}.`),
  ];
}

/**
 * Compares with another machine's clock.
 *
 * @param about whose clock, such as `Redis`
 * @param theirs milliseconds since 1970
 */
export function compareClocks(about: string, theirs: number): Finding[] {
  const seconds = Math.abs(Date.now() - theirs) / 1000;
  if (seconds * 1000 <= MAY_DIFFER) return [];
  return [warning(about, `Its clock and that of this machine differ by ${seconds.toFixed(0)} s; set both by NTP.`)];
}

/**
 * Looks whether something was written in the future.
 *
 * @param newest when the newest post or comment was written (ISO 8601); null when there is none
 */
export function compareWithNewest(newest: string | null): Finding[] {
  if (newest === null || Date.parse(newest) <= Date.now() + MAY_DIFFER) return [];
  return [warning('clock', `The newest post or comment is of ${newest}, which is yet to come; look at the clock.`)];
}
