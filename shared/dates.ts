/** Dates and times go from the year 1 to the year 9999, in which they sort as text. */
const year = /^(?!0000)\d{4}-/;

/** Whether a text is a real day from 0001-01-01 to 9999-12-31. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || !year.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  // Some engines turn 31 February into 2 March.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/**
 * A time as ISO 8601 in UTC with milliseconds.
 *
 * @param milliseconds since 1970
 * @returns undefined for NaN, and beyond the years 1 to 9999
 */
export function utcTime(milliseconds: number): string | undefined {
  const time = new Date(milliseconds);
  const text = Number.isNaN(time.getTime()) ? '' : time.toISOString();
  return year.test(text) ? text : undefined;
}
