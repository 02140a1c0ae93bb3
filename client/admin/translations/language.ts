let language = 'en';

/** The language tag of the app for Intl; `en` for languages that the app does not have. */
export function currentLanguage(): string {
  return language;
}

/** Only `loadTranslations` changes it, with the texts. */
export function changeLanguage(tag: string): void {
  language = tag;
}
