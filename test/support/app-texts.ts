import { readFileSync } from 'node:fs';

import type { Translations } from '../../client/admin/translations/catalog.ts';
import { fieldLabels } from '../../client/admin/translations/post-fields.ts';
import { compileTexts, type Texts } from '../../server/site/admin/catalogs.ts';
import type { Language } from '../../shared/languages.ts';

/** The catalog of the app in a language as it stands in its file: messages are ICU texts. */
export const appCatalog = (language: Language): Texts => readCatalog(`client/admin/translations/${language}.json`);

/** The same of the site. */
export const siteCatalog = (language: Language): Texts => readCatalog(`client/site/locales/${language}.json`);

/** The texts of the app in a language, as its build compiles them. */
export function appTexts(language: Language): Translations {
  return { ...(compileTexts(appCatalog(language)) as Omit<Translations, 'fields'>), fields: fieldLabels(language) };
}

function readCatalog(file: string): Texts {
  return JSON.parse(readFileSync(file, 'utf8')) as Texts;
}
