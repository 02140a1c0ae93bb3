// Creating an Intl object is slow and uses memory that the garbage collector does not see, so each is created once.

/** The format of numbers in a language. */
export const numberFormat = perLanguage((language) => new Intl.NumberFormat(language));
/** The plural rules of a language. */
export const pluralRules = perLanguage((language) => new Intl.PluralRules(language));

/** Formats a number in a language. */
export function formatNumber(language: string, value: number): string {
  return numberFormat(language).format(value);
}

/** The plural category of a number (CLDR): `one`, `other` … */
export function pluralCategory(language: string, count: number): Intl.LDMLPluralRule {
  return pluralRules(language).select(count);
}

/** A time before now in words. Hebrew repeats some numbers in brackets (CLDR), "two hours ago (2)", which are left out. */
export function timeAgo(format: Intl.RelativeTimeFormat, count: number, unit: Intl.RelativeTimeFormatUnit): string {
  return format.format(count, unit).replace(/ \(\d\)/, '');
}

/** Format of an exact time. It names its time zone, since the text may be printed or read in another one. */
export const exactTime = {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
} as const;

/** A site uses one language; an administrator who tries out others adds a few. */
const MAX_LANGUAGES = 20;

/** Memoizes a function of the language. */
export function perLanguage<T>(create: (language: string) => T): (language: string) => T {
  const created = new Map<string, T>();
  return (language) => {
    const existing = created.get(language);
    if (existing !== undefined) return existing;
    if (created.size === MAX_LANGUAGES) created.clear();
    const value = create(language);
    created.set(language, value);
    return value;
  };
}
