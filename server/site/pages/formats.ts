import { exactTime, perLanguage } from '../../../shared/formats.ts';

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
  // Versions before 2.22 stored years below 1000 without zeros before them.
  return dateFormats(language).format(new Date(date.padStart(10, '0')));
}

/** Formats date and time, with the name of the time zone UTC. */
export function formatDateTime(language: string, date: string): string {
  return dateTimeFormats(language).format(new Date(date));
}
