import type { Clock } from '../../../routers/base/clock.ts';

/** By how much two clocks drift apart at most, per millisecond: ten times what a quartz does. */
const DRIFT = 0.0005;
/** A change by more milliseconds is a jump of the database's clock; a smaller one back is waited for. */
const SLEWED = 50;

/** The time of the database, which all instances share, whatever the wall clocks of their machines show. */
export interface DatabaseClock extends Clock {
  /**
   * Compares with the database once more.
   *
   * @param asked, answered when the question was sent and answered, on the monotonic clock
   * @param time what the database's clock showed in between, in milliseconds since 1970
   */
  measured(asked: number, answered: number, time: number): void;
}

/** @param monotonic the monotonic clock of this process */
export function createDatabaseClock(monotonic: () => number): DatabaseClock {
  /** The time of the database minus the monotonic clock, how wrong that may be, and when that was so. */
  let offset = 0;
  let uncertainty = Infinity;
  let since = 0;
  let shown = -Infinity;

  return {
    monotonic,
    now() {
      const time = Math.floor(offset + monotonic());
      // Never back by a trifle: a measurement corrects the one before.
      if (time > shown || time < shown - SLEWED) shown = time;
      return shown;
    },
    measured(asked, answered, time) {
      const measured = time - (asked + answered) / 2;
      const error = (answered - asked) / 2;
      const known = uncertainty + (answered - since) * DRIFT;
      // A slow answer says less than what is known, unless both exclude each other: then one of the clocks was set.
      if (error > known && Math.abs(measured - offset) <= error + known) return;
      [offset, uncertainty, since] = [measured, error, answered];
    },
  };
}

/** Whether a clock is that of a database, and not the system's or that of a test. */
export function isDatabaseClock(clock: Clock): clock is DatabaseClock {
  return 'measured' in clock;
}
