/**
 * The day of a moment in a time zone, YYYY-MM-DD. A day beyond the years 1 to 9999, in which days sort as text, is that
 * in UTC.
 *
 * @param moment ISO 8601
 */
export function dayIn(timeZone: string, moment: string): string {
  const time = Date.parse(moment);
  const day = /^(?!0000)\d{4}-\d\d-\d\d/.exec(localTime(timeZone, time))?.[0];
  return day ?? new Date(time).toISOString().slice(0, 10);
}

/** The local time of a moment, YYYY-MM-DDTHH:MM:SS; beyond the years 0000 to 9999, the year has a sign and six digits. */
export function localTime(timeZone: string, moment: number): string {
  return new Date(moment + offsetAt(timeZone, moment)).toISOString().replace(/\.\d+Z$/, '');
}

/** The offset of a time zone from UTC at a moment, in milliseconds. */
export function offsetAt(timeZone: string, moment: number): number {
  // Not from a formatted date, whose year has no zeros before it, and no sign before the year 1.
  const name =
    formatIn(timeZone)
      .formatToParts(moment)
      .find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours, minutes, seconds] = /([+-])(\d\d):(\d\d)(?::(\d\d))?/.exec(name) ?? [];
  const offset = (Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0)) * 1000;
  return sign === '-' ? -offset : offset;
}

/** The zone, or UTC for one that is not known here: services and browsers have zones of different years. */
export function zoneOrUtc(timeZone: string): string {
  try {
    formatIn(timeZone);
    return timeZone;
  } catch {
    return 'UTC';
  }
}

let lastFormat: { timeZone: string; format: Intl.DateTimeFormat } | undefined;

/** Cached, because creating one takes half a millisecond. */
function formatIn(timeZone: string): Intl.DateTimeFormat {
  if (lastFormat?.timeZone === timeZone) return lastFormat.format;
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  lastFormat = { timeZone, format };
  return format;
}
