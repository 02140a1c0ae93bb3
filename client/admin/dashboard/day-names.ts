/**
 * Writes days of UTC, such as `2026-03-01`, as people do.
 *
 * @param language a language tag (BCP 47)
 */
export function dayNames(language: string) {
  const written = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(language, { timeZone: 'UTC', ...options });
    return (date: string) => format.format(new Date(date));
  };
  return { short: written({ day: 'numeric', month: 'short' }), long: written({ dateStyle: 'full' }) };
}
