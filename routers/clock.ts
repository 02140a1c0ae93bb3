/** Where the time comes from; tests move it, so nothing else asks for the time. */
export interface Clock {
  /** The wall clock, in milliseconds since 1970. It may be set back or forward while the service runs. */
  now(): number;
  /** Milliseconds since some fixed moment; it never goes back. Windows, cooldowns and pauses are measured on it. */
  monotonic(): number;
}

/** The clocks of the machine. */
export const systemClock: Clock = { now: Date.now, monotonic: () => performance.now() };

/** The moment as ISO 8601 in UTC, the form in which times are stored and served. */
export function timestamp(clock: Pick<Clock, 'now'>): string {
  return new Date(clock.now()).toISOString();
}

/** Today in UTC, YYYY-MM-DD. */
export function today(clock: Clock): string {
  return timestamp(clock).slice(0, 10);
}

/** Milliseconds by which the wall clock may depart from the monotonic one: NTP slews it by less between two looks. */
const TOLERANCE = 1500;

/**
 * Notices that the wall clock was set, or that the machine slept: what was made by the time of day before may be wrong.
 *
 * @param onJump told by how many milliseconds the wall clock jumped, forward or (negative) back
 * @returns looks at both clocks; cheap enough for every request
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
