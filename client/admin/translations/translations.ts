import { useSyncExternalStore } from 'react';

import { directionOf } from '../../../shared/direction.ts';
import { languageFor, type Language } from '../../../shared/languages.ts';
import type { Translations } from './en/en.ts';
import { first } from './en/first.ts';

/** At first without the texts that `loadScreenTexts` adds. */
let english = first as Translations;

/** Loads the texts of a language; English is part of the app, and complete once a screen needs it. */
const loaders: Record<Language, () => Translations | Promise<Translations>> = {
  en: () => english,
  ar: () => import('./ar/ar.ts').then(({ ar }) => ar),
  de: () => import('./de/de.ts').then(({ de }) => de),
  es: () => import('./es/es.ts').then(({ es }) => es),
  fr: () => import('./fr/fr.ts').then(({ fr }) => fr),
  he: () => import('./he/he.ts').then(({ he }) => he),
  ja: () => import('./ja/ja.ts').then(({ ja }) => ja),
  'zh-CN': () => import('./zh-CN/zh-CN.ts').then(({ zhCN }) => zhCN),
};

let translations: Translations = english;
let language = 'en';
const listeners = new Set<() => void>();

/**
 * Switches the app to a language; one that the app does not have falls back to English.
 *
 * @param tag such as `de-AT`
 */
export async function loadTranslations(tag: string): Promise<void> {
  translations = await loaders[languageFor(tag)]();
  language = translations === english ? 'en' : tag;
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
  listeners.forEach((listener) => listener());
}

/** Loads the English texts of all screens; other languages are loaded as a whole. */
export async function loadScreenTexts(): Promise<void> {
  const { en } = await import('./en/en.ts');
  if (translations === english) translations = en;
  english = en;
  listeners.forEach((listener) => listener());
}

/** The texts of the current language, outside of components. */
export function currentTranslations(): Translations {
  return translations;
}

/** The current language tag for Intl, outside of components; `en` for languages that the app does not have. */
export function currentLanguage(): string {
  return language;
}

/** The texts of the current language: `const t = useTranslations().posts;`. */
export function useTranslations(): Translations {
  return useSyncExternalStore(subscribe, () => translations);
}

/** The current language tag for Intl. */
export function useLanguage(): string {
  return useSyncExternalStore(subscribe, () => language);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
