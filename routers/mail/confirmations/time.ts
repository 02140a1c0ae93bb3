import type { SqlEntityManager } from '@mikro-orm/sql';

import type { Clock } from '../../base/clock.ts';

const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
/** By how much the clocks of instances may differ, in milliseconds. A time further ahead is of a clock that was set back. */
const SKEW = 10 * MINUTE;

/** How long a request waits for the next look at the line, in milliseconds. */
export const LOOK_EVERY = 5 * MINUTE;
/**
 * How long a request waits at most, in milliseconds: longer than a mailbox waits for its next mail, so that it is sent
 * before it would be given up.
 */
export const MAX_WAIT = DAY + 2 * LOOK_EVERY;

/** The time by which confirmations are limited, in milliseconds since 1970. The only place that decides whose clock it is. */
export function currentTime(_tx: SqlEntityManager, clock: Clock): Promise<number> {
  return Promise.resolve(clock.now());
}

/** A time as it is stored. */
export function isoTime(time: number): string {
  return new Date(time).toISOString();
}

/** The stored times after which something happened in the last milliseconds, and until which. */
export function window(now: number, length: number): { after: string; until: string } {
  return { after: isoTime(now - length), until: isoTime(now + SKEW) };
}
