const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** A date as HTTP sends it: `Sun, 06 Nov 1994 08:49:37 GMT`. */
const imfFixdate = /^[a-z]{3}, (?<day>\d\d) (?<month>[a-z]{3}) (?<year>\d{4}) (?<time>\d\d:\d\d:\d\d) gmt$/i;
/** RFC 850: `Sunday, 06-Nov-94 08:49:37 GMT`. */
const rfc850 = /^[a-z]{6,9}, (?<day>\d\d)-(?<month>[a-z]{3})-(?<year>\d\d) (?<time>\d\d:\d\d:\d\d) gmt$/i;
/** ANSI C's asctime(): `Sun Nov  6 08:49:37 1994`. */
const asctime = /^[a-z]{3} (?<month>[a-z]{3}) (?<day>[ \d]\d) (?<time>\d\d:\d\d:\d\d) (?<year>\d{4})$/i;

/**
 * The time of an HTTP date in one of its three forms (RFC 9110, section 5.6.7), in milliseconds since 1970. The name of
 * the day is not compared.
 *
 * @param now in milliseconds; a year of two digits means the past if it would be more than 50 years later
 * @returns undefined for anything else, such as 31 February
 */
export function httpDate(text: string, now: number): number | undefined {
  const found = (imfFixdate.exec(text) ?? rfc850.exec(text) ?? asctime.exec(text))?.groups;
  if (!found) return undefined;
  const { day = '', month = '', year = '', time = '' } = found;
  const date = { day: Number(day), month: months.indexOf(month.toLowerCase()), time };
  if (year.length === 4) return timeOf({ ...date, year: Number(year) });
  const century = new Date(now).getUTCFullYear() - (new Date(now).getUTCFullYear() % 100);
  const later = new Date(now);
  later.setUTCFullYear(later.getUTCFullYear() + 50);
  const candidates = [100, 0, -100].map((by) => timeOf({ ...date, year: century + by + Number(year) }));
  return candidates.find((at) => at !== undefined && at <= later.getTime());
}

function timeOf(date: { year: number; month: number; day: number; time: string }): number | undefined {
  const day = [String(date.year).padStart(4, '0'), date.month + 1, date.day]
    .map((number) => String(number).padStart(2, '0'))
    .join('-');
  // A leap second is the one before it.
  const text = `${day}T${date.time.replace(/:60$/, ':59')}.000Z`;
  const at = Date.parse(text);
  return Number.isNaN(at) || new Date(at).toISOString() !== text ? undefined : at;
}
