import { exactTime, perLanguage } from '../../shared/formats.ts';

const days = perLanguage((language) => new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }));
const moments = perLanguage((language) => new Intl.DateTimeFormat(language, { ...exactTime, timeZone: 'UTC' }));

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
