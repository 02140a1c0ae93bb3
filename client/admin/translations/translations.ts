import { useSyncExternalStore } from 'react';

import { directionOf } from '../../../shared/direction.ts';
import { languageFor, type Language } from '../../../shared/languages.ts';
import type { Translations } from './catalog.ts';
import first from './en.json?first';
import { changeLanguage, currentLanguage } from './language.ts';

/** At first without the texts that `loadScreenTexts` adds. */
let english = first as Translations;

const catalogs = import.meta.glob<Omit<Translations, 'fields'>>('./*.json', { query: '?texts', import: 'default' });

let translations: Translations = english;
const listeners = new Set<() => void>();

/**
 * Switches the app to a language; one that the app does not have falls back to English.
 *
 * @param tag such as `de-AT`
 */
export async function loadTranslations(tag: string): Promise<void> {
  const language = languageFor(tag);
  translations = language === 'en' ? english : await loadTexts(language);
  changeLanguage(language === 'en' ? 'en' : tag);
  document.documentElement.lang = currentLanguage();
  document.documentElement.dir = directionOf(currentLanguage());
  listeners.forEach((listener) => listener());
}

/** Loads the English texts of all screens; other languages are loaded as a whole. */
export async function loadScreenTexts(): Promise<void> {
  const en = await loadTexts('en');
  if (translations === english) translations = en;
  english = en;
  listeners.forEach((listener) => listener());
}

async function loadTexts(language: Language): Promise<Translations> {
  const load = catalogs[`./${language}.json`];
  if (!load) throw new Error(`There is no catalog for ${language}.`);
  const [texts, { fieldLabels }] = await Promise.all([load(), import('./post-fields.ts')]);
  return { ...texts, fields: fieldLabels(language) };
}

/** The texts of the current language, outside of components. */
export function currentTranslations(): Translations {
  return translations;
}

/** The texts of the current language: `const t = useTranslations().posts;`. */
export function useTranslations(): Translations {
  return useSyncExternalStore(subscribe, () => translations);
}

/** The current language tag, for Intl; `en` for languages that the app does not have. */
export function useLanguage(): string {
  return useSyncExternalStore(subscribe, currentLanguage);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
