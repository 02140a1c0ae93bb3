// Making a format takes long, and memory that the collector does not see: each is made once.

const numbers = remembered((language) => new Intl.NumberFormat(language));
const plurals = remembered((language) => new Intl.PluralRules(language));

/** A number as people of this language write it. */
export function formatNumber(language: string, value: number): string {
  return numbers(language).format(value);
}

/** How an exact time is written: it names its zone, as it may be read, or printed, in another one. */
export const exactly = {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
} as const;

/** Which plural form of a language goes with a number (CLDR): `one`, `other` … */
export function pluralForm(language: string, count: number): Intl.LDMLPluralRule {
  return plurals(language).select(count);
}

/** A site has one language, and an administrator who tries out others may make as many formats. */
const MOST = 20;

/** Makes something once for each language. */
export function remembered<T>(make: (language: string) => T): (language: string) => T {
  const known = new Map<string, T>();
  return (language) => {
    const before = known.get(language);
    if (before !== undefined) return before;
    if (known.size === MOST) known.clear();
    const made = make(language);
    known.set(language, made);
    return made;
  };
}
