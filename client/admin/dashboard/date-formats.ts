/**
 * Formats dates in UTC, such as `2026-03-01`.
 *
 * @param language a language tag (BCP 47)
 */
export function dateFormats(language: string) {
  const formatter = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(language, { timeZone: 'UTC', ...options });
    return (date: string) => format.format(new Date(date));
  };
  return { short: formatter({ day: 'numeric', month: 'short' }), long: formatter({ dateStyle: 'full' }) };
}
