import { readFileSync } from 'node:fs';

import { languageFor, languageNames, type Language } from '../../shared/languages.ts';
import { packageFile } from '../process/package-files.ts';
import type { Locale, Message, Messages } from '../../shared/translate.ts';

export { translate, type Locale } from '../../shared/translate.ts';

const folder = packageFile('client/site/locales/');
const loaded = new Map<Language, Locale>();

/** The texts of all languages of the site. */
export function locales(): readonly Locale[] {
  return languageNames.map(readLocale);
}

/**
 * The texts for a language tag.
 *
 * @param language a language tag (BCP 47) such as `de-AT`
 */
export function localeFor(language: string): Locale {
  return readLocale(languageFor(language));
}

/** Read on first use, because many commands need none. */
function readLocale(name: Language): Locale {
  const known = loaded.get(name);
  if (known) return known;
  const texts = JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')) as Record<string, string>;
  const messages: Messages = Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, parseMessage(text)]));
  const locale = { name, messages };
  loaded.set(name, locale);
  return locale;
}

/**
 * The plural forms of an ICU message, if it consists of them: `{count, plural, one {# post} other {# posts}}`. Catalogs of
 * the site use nothing else of ICU than these and values, so that the parts in browsers need no library for them.
 */
function parseMessage(text: string): Message {
  const [, forms] = /^\{count, plural, (.*)\}$/s.exec(text) ?? [];
  if (forms === undefined) return text;
  return Object.fromEntries(Array.from(formsIn(forms), ([form, words]) => [form, words.replaceAll('#', '{count}')]));
}

/** The forms in `one {# post} other {# posts}`, whose texts may have values in braces. */
function* formsIn(forms: string): Generator<[form: string, words: string]> {
  let depth = 0;
  let from = 0;
  let form = '';
  for (const { 0: brace, index } of forms.matchAll(/[{}]/g)) {
    depth += brace === '{' ? 1 : -1;
    if (brace === '{' && depth === 1) form = forms.slice(from, index).trim();
    else if (depth === 0) yield [form, forms.slice(from, index)];
    else continue;
    from = index + 1;
  }
}
