import { useSyncExternalStore } from 'react';

import { en, type Words } from './en/en.ts';

/** The words of a language, by the base of its tag (BCP 47): English is always there, others are loaded. */
const languages: Record<string, () => Promise<Words>> = {
  de: () => import('./de/de.ts').then(({ de }) => de),
  es: () => import('./es/es.ts').then(({ es }) => es),
  fr: () => import('./fr/fr.ts').then(({ fr }) => fr),
  ja: () => import('./ja/ja.ts').then(({ ja }) => ja),
  zh: () => import('./zh-CN/zh-CN.ts').then(({ zhCN }) => zhCN),
};

let words: Words = en;
let language = 'en';
const listeners = new Set<() => void>();

/**
 * Takes the words of a language from now on; one that the app does not speak means English.
 *
 * @param tag such as `de-AT`
 */
export async function loadWords(tag: string): Promise<void> {
  const base = tag.split('-')[0]?.toLowerCase() ?? '';
  const load = Object.hasOwn(languages, base) ? languages[base] : undefined;
  words = load ? await load() : en;
  language = load ? tag : 'en';
  document.documentElement.lang = language;
  listeners.forEach((listener) => listener());
}

/** The words of the language that is spoken now, where nothing is drawn. */
export function wordsNow(): Words {
  return words;
}

/** The language tag that is spoken now, where nothing is drawn; `en` for every language that the app does not speak. */
export function languageNow(): string {
  return language;
}

/** The words of the language that is spoken now: `const { posts } = useWords();`. */
export function useWords(): Words {
  return useSyncExternalStore(subscribe, () => words);
}

/** The language tag that is spoken now, for Intl. */
export function useLanguage(): string {
  return useSyncExternalStore(subscribe, () => language);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
