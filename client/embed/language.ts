import { languageFor, type Language } from '../../shared/languages.ts';

/** The interface language of an element: its attribute `language`, else the language of the page around it. */
export function languageNear(element: Element): Language {
  const tag = element.getAttribute('language') || element.closest<HTMLElement>('[lang]')?.lang;
  try {
    return languageFor(tag || 'en');
  } catch {
    // Not a language tag.
    return 'en';
  }
}
