import { exactly, remembered } from '../../client/site/scripts/formats.ts';

const days = remembered((language) => new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }));
const moments = remembered((language) => new Intl.DateTimeFormat(language, { ...exactly, timeZone: 'UTC' }));

/**
 * A day as people of this language write it.
 *
 * @param moment YYYY-MM-DD, or ISO 8601 in UTC
 */
export function formatDay(language: string, moment: string): string {
  return days(language).format(new Date(moment));
}

/** The same with the time of day, in UTC, and it says so. */
export function formatMoment(language: string, moment: string): string {
  return moments(language).format(new Date(moment));
}
