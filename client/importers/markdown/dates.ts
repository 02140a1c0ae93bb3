import { isDay } from '../../../shared/dates.ts';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * Parses a date of a front matter to YYYY-MM-DD as written, regardless of its time zone.
 * Accepts TOML dates and texts such as 2024-02-04T23:30:00-08:00, 2024/2/4, "4 Feb 2024" and "Feb 04, 2024".
 * @throws Error for an invalid date
 */
export function readDate(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '' || isOfFile(value)) return undefined;
  const text = value instanceof Date ? value.toISOString() : writtenText(value);
  const day = numericDay(text) ?? dayBeforeMonth(text) ?? monthBeforeDay(text) ?? dayOfClock(text);
  if (!day) throw new Error(`The date "${text.slice(0, 40)}" is not a day such as 2024-02-04.`);
  return day;
}

/** In Eleventy, `Created` and `Last Modified` stand for the dates of the file. */
function isOfFile(value: unknown): boolean {
  return /^(?:git )?(?:created|last modified)$/i.test(String(value));
}

/** `{{date}}` of a template is a table in YAML. */
function writtenText(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value).trim();
}

/** The date in a path: folders as in `2024/02/04/name`, or the start of its last part as in `2024-02-04-name.md`. */
export function dateInPath(path: string): string | undefined {
  const folders = /(?:^|\/)(\d{4})\/(\d{1,2})\/(\d{1,2})(?:\/|$)/.exec(path);
  const name = /(?:^|\/)(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)[^/]*(?:\/index\.[^/]+)?$/.exec(path);
  return realDay(folders?.[1], folders?.[2], folders?.[3]) ?? realDay(name?.[1], name?.[2], name?.[3]);
}

function numericDay(text: string): string | undefined {
  const found = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)/.exec(text);
  return realDay(found?.[1], found?.[3], found?.[4]);
}

function dayBeforeMonth(text: string): string | undefined {
  const found = /^(?:[a-z]+,? +)?(\d{1,2})(?:st|nd|rd|th)?[ -]([a-z]{3})[a-z]*\.?,?[ -](\d{4})(?!\d)/i.exec(text);
  return realDay(found?.[3], monthNumber(found?.[2]), found?.[1]);
}

function monthBeforeDay(text: string): string | undefined {
  const found = /^(?:[a-z]+,? +)??([a-z]{3})[a-z]*\.? +(\d{1,2})(?:st|nd|rd|th)?,? +(\d{4})(?!\d)/i.exec(text);
  return realDay(found?.[3], monthNumber(found?.[1]), found?.[2]);
}

/** As `date` of Unix prints it: `Fri Sep  3 11:21:31 CEST 2021`. */
function dayOfClock(text: string): string | undefined {
  const found = /^[a-z]{3} ([a-z]{3}) +(\d{1,2}) \d\d:\d\d(?::\d\d)? (?:[a-z]{1,5} )?(\d{4})$/i.exec(text);
  return realDay(found?.[3], monthNumber(found?.[1]), found?.[2]);
}

function monthNumber(name = ''): string {
  return String(months.indexOf(name.toLowerCase()) + 1);
}

function realDay(year = '', month = '', day = ''): string | undefined {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(text) ? text : undefined;
}
