import { perLanguage } from './formats.ts';

/**
 * The languages of the site and of the administrator's app, with their own names. To add one, add it here: the compiler
 * and test/languages.test.ts name what it lacks.
 */
export const languages = {
  en: 'English',
  ar: 'العربية',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  he: 'עברית',
  ja: '日本語',
  'zh-CN': '简体中文',
} as const;

export type Language = keyof typeof languages;

export const languageNames = Object.keys(languages) as Language[];

/** The language for a tag (BCP 47) such as `de-AT`: the same tag, else the same base language, else English. */
export function languageFor(tag: string): Language {
  return knownLanguage(tag) ?? 'en';
}

/** The same without English for the rest: undefined for a language that is not in the list, or for no language tag. */
export function knownLanguage(tag: string): Language | undefined {
  const base = baseLanguage(tag);
  return languageNames.find((name) => name === tag) ?? languageNames.find((name) => baseLanguage(name) === base);
}

/** The language of a tag without script and region: `zh` for `zh-CN`; "" for a text that is no language tag. */
export const baseLanguage = perLanguage((tag) => {
  try {
    return new Intl.Locale(tag).language;
  } catch {
    return '';
  }
});

/** Whether a text is a language tag in form; for others, everything of Intl throws. */
export function isLanguageTag(text: string): boolean {
  return baseLanguage(text) !== '';
}
