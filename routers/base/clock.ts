/** The source of time, which tests control; no other code reads a clock. */
export interface Clock {
  /** The wall clock, in milliseconds since 1970. It may be set back or forward while the service runs. */
  now(): number;
  /** Milliseconds since a fixed time; never goes back. Windows, cooldowns and pauses use it. */
  monotonic(): number;
}

/** The clocks of the system. */
export const systemClock: Clock = { now: Date.now, monotonic: () => performance.now() };

/**
 * The current time as ISO 8601 in UTC, the format in which times are stored and served.
 *
 * @param offset milliseconds from now; negative in the past
 */
export function timestamp(clock: Pick<Clock, 'now'>, offset = 0): string {
  return new Date(clock.now() + offset).toISOString();
}

const DAY = 24 * 60 * 60 * 1000;
let lastDay = { number: Number.NaN, date: '' };

/** Today in UTC, YYYY-MM-DD. Formatting a date takes longer than the rest of counting a view. */
export function today(clock: Clock): string {
  const number = Math.floor(clock.now() / DAY);
  if (number !== lastDay.number) lastDay = { number, date: timestamp(clock).slice(0, 10) };
  return lastDay.date;
}

/** The tolerated drift between the wall clock and the monotonic one in milliseconds: NTP adjusts by less at a time. */
const TOLERANCE = 1500;

/**
 * Detects that the wall clock was set or the machine was suspended: results that depend on the former time may be
 * wrong.
 *
 * @param onJump called with the milliseconds that the wall clock jumped, forward or (negative) back
 * @returns compares both clocks; cheap enough for every request
 */
export function watchClock(clock: Clock, onJump: (milliseconds: number) => void): () => void {
  let difference = clock.now() - clock.monotonic();

  return () => {
    const jump = clock.now() - clock.monotonic() - difference;
    if (Math.abs(jump) < TOLERANCE) return;
    difference += jump;
    onJump(jump);
  };
}
