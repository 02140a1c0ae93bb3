import { utcTime } from '../../../shared/dates.ts';

/**
 * A time in a time zone, as the value of an input of type datetime-local.
 *
 * @param moment ISO 8601
 * @param zone an IANA name
 * @returns such as 2026-01-31T08:00
 */
export function toZonedClock(moment: string, zone: string): string {
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const;
  // The Swedish format is that of ISO 8601.
  const text = new Intl.DateTimeFormat('sv-SE', { ...parts, timeZone: zone }).format(new Date(moment));
  // The input needs four digits for the year, also while it is being typed: 0002, 0020, 0202.
  return text.replace(' ', 'T').padStart(16, '0');
}

/**
 * The inverse of `toZonedClock`. A local time that occurs twice means the earlier instant. For one that is skipped when
 * clocks go forward, the offset before the change applies.
 *
 * @param clock such as 2026-01-31T08:00
 * @returns ISO 8601 in UTC; null if the value is not a time in the years 1 to 9999
 */
export function fromZonedClock(clock: string, zone: string): string | null {
  const wanted = Date.parse(`${clock}Z`);
  if (Number.isNaN(wanted)) return null;
  const guesses = [-DAY, DAY].map((by) => wanted - offsetAt(wanted + by, zone));
  const right = guesses.find((guess) => toZonedClock(new Date(guess).toISOString(), zone) === clock) ?? guesses[0]!;
  return utcTime(right) ?? null;
}

const DAY = 24 * 60 * 60 * 1000;

/** The offset of the time zone from UTC at a time, in milliseconds. */
function offsetAt(time: number, zone: string): number {
  const shown = Date.parse(`${toZonedClock(new Date(time).toISOString(), zone)}Z`);
  return shown - Math.floor(time / 60_000) * 60_000;
}
