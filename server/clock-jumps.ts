import type { Clock } from '../routers/clock.ts';

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
