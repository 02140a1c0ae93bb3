import { exactTime, perLanguage } from '../../shared/formats.ts';

const dateFormats = perLanguage(
  (language) => new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }),
);
const dateTimeFormats = perLanguage((language) => new Intl.DateTimeFormat(language, { ...exactTime, timeZone: 'UTC' }));

/**
 * Formats a date for this language.
 *
 * @param date YYYY-MM-DD, or ISO 8601 in UTC
 */
export function formatDate(language: string, date: string): string {
  return dateFormats(language).format(new Date(date));
}

/** Formats date and time, with the name of the time zone UTC. */
export function formatDateTime(language: string, date: string): string {
  return dateTimeFormats(language).format(new Date(date));
}
