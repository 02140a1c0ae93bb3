/**
 * A timestamp in full, such as "July 4, 2026 at 9:30 AM", in the browser's own time zone.
 *
 * @param timestamp ISO 8601
 * @param language a language tag (BCP 47)
 */
export function exactTime(timestamp: string, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short' }).format(new Date(timestamp));
}
