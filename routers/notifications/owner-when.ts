import type { Settings } from '../data/settings/schemas.ts';

const MINUTE = 60_000;
const QUARTER = 15 * MINUTE;
const HOUR = 60 * MINUTE;
/** The hour of the day, in the time zone of the blog, at which the daily mail is sent. */
const HOUR_OF_DAY = 8;

/** Whether the owner wants mails about comments. */
export function isWanted({ ownerEmail, notifyOwner }: Pick<Settings, 'ownerEmail' | 'notifyOwner'>): boolean {
  return ownerEmail !== '' && notifyOwner !== 'never';
}

/**
 * The time of the mail that collects a comment written now: at the next full hour, or at the next 8:00 of the blog's
 * time zone.
 *
 * @param now milliseconds since 1970
 * @returns milliseconds since 1970, later than `now`
 */
export function nextDigestAt(
  { notifyOwner, timeZone }: Pick<Settings, 'notifyOwner' | 'timeZone'>,
  now: number,
): number {
  if (notifyOwner === 'hourly') return after(now, HOUR);
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const wanted = `${String(HOUR_OF_DAY).padStart(2, '0')}:00`;
  // The offsets of all time zones are multiples of 15 minutes.
  let at = after(now, QUARTER);
  while (format.format(at) !== wanted) at += QUARTER;
  return at;
}

function after(now: number, step: number): number {
  return (Math.floor(now / step) + 1) * step;
}
